import { useAction } from '../../lib/use-action.ts';
import { useState } from 'preact/hooks';
import { tokensOf } from '../../model/kept-tokens.ts';
import { baseUrl, send } from '../../model/service.ts';
import { hrefOf } from '../../lib/route.ts';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Name } from '../../ui/who.tsx';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useFeed } from './shown.ts';

const documents = [
  { says: 'Transcript', path: 'transcript?format=markdown', accept: 'text/markdown', ending: 'md' },
  { says: 'Site, as ZIP', path: 'export/site', accept: 'application/zip', ending: 'zip' },
  { says: 'Everything, as JSON', path: 'export', accept: 'application/json', ending: 'json' },
] as const;

type Kind = (typeof documents)[number];

/** Reads a document as the content of a file. The client cannot read it, because it expects answers in JSON. */
const fetchDocument = async (sessionId: string, { path, accept }: Kind): Promise<Blob> => {
  const { observer, agent } = tokensOf(sessionId);
  const token = observer ?? agent;
  const response = await send(`${baseUrl}/api/sessions/${sessionId}/${path}`, {
    redirect: 'error',
    headers: { accept, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
  if (!response.ok) throw new Error(`The service refused this document (status ${String(response.status)}).`);
  return response.blob();
};

const save = async (sessionId: string, kind: Kind): Promise<void> => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await fetchDocument(sessionId, kind));
  link.download = `${sessionId}.${kind.ending}`;
  link.click();
  URL.revokeObjectURL(link.href);
};

/** The downloads of the session. */
const Downloads = ({ sessionId }: { sessionId: string }) => {
  const [last, setLast] = useState<Kind>();
  const { isBusy, why, run } = useAction();
  return (
    <>
      <h2 class="label">Download</h2>
      <div class="actions">
        {documents.map((kind) => (
          <Button
            key={kind.says}
            aria-disabled={isBusy}
            act={calling(run, () => {
              setLast(kind);
              return save(sessionId, kind);
            })}
          >
            {isBusy && last === kind && <span class="spinner" aria-hidden="true" />}
            {kind.says}
          </Button>
        ))}
      </div>
      <Failure why={why} />
    </>
  );
};

/** Links to this session, and its downloads. */
export const Share = () => {
  const feed = useFeed();
  const { observer } = tokensOf(feed.sessionId);
  // The operator's token may be stored in place of an observer token, and must not be part of a link.
  const token = observer?.startsWith('obs_') ? observer : undefined;
  const person = feed.identity?.person;
  const isPublic = feed.state.session?.visibility === 'public';
  const address = `${baseUrl}/${hrefOf(['s', feed.sessionId])}`;
  const watch = `${baseUrl}/${hrefOf(['s', feed.sessionId], { token })}`;
  return (
    <section>
      <h2 class="label">Share</h2>
      {isPublic && <CopyBox label="Link for everybody" text={address} />}
      {token !== undefined && (
        <>
          <p class="small dim">
            {person?.givesRights === false ? (
              <>
                The watch link is that of <Name>{person.name}</Name> alone: whoever has it acts under this name.
              </>
            ) : (
              'The watch link holds your token: whoever has it sees everything and may do what you may, but speak for an agent. Give each person a link of their own instead.'
            )}
          </p>
          <CopyBox label="Watch link" text={watch} />
        </>
      )}
      {!isPublic && token === undefined && (
        <p class="small dim">This session is private, and this tab has no watch link.</p>
      )}
      <Downloads sessionId={feed.sessionId} />
      <h2 class="label">Session</h2>
      <p class="small mono dim">{feed.sessionId}</p>
    </section>
  );
};
