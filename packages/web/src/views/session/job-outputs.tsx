import type { JobSummary } from '@pairspace/protocol';
import { bytes, count } from '../../lib/format.ts';
import { shownPicture } from '../../lib/shown-picture.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Name } from '../../ui/who.tsx';
import type { Shared } from './place.ts';

type Output = JobSummary['outputs'][number];

const shownOutputs = 200;
const shownPictures = 6;

const isPicture = ({ path, written }: Output): boolean => written && /\.png$/i.test(path);

/** A picture as the session has it now. Nothing where it is none, or too large to be shown. */
const Picture = ({ shared, path }: { shared: Shared; path: string }) => {
  const { feed } = shared;
  const { value } = useLoaded((signal) => feed.client.getFile({ sessionId: feed.sessionId, path }, { signal }), [path]);
  const address = value && shownPicture(value);
  if (address === undefined) return null;
  return (
    <button
      type="button"
      class="picture-button"
      onClick={() => {
        shared.show({ panel: 'files', open: path });
      }}
    >
      <img class="picture" src={address} alt={path} />
    </button>
  );
};

/** The files that a job wrote, with the pictures among them. */
export const JobOutputs = ({ job, shared }: { job: JobSummary; shared: Shared }) =>
  job.outputs.length === 0 ? null : (
    <>
      <h3 class="label">Files it wrote</h3>
      {job.outputs
        .filter(isPicture)
        .slice(0, shownPictures)
        .map(({ path }) => (
          <Picture key={path} shared={shared} path={path} />
        ))}
      <ul class="plain">
        {job.outputs.slice(0, shownOutputs).map(({ path, bytes: size, written, error }) => (
          <li key={path}>
            {written ? (
              <button
                type="button"
                class="link"
                onClick={() => {
                  shared.show({ panel: 'files', open: path });
                }}
              >
                <Name>{path}</Name>
              </button>
            ) : (
              <Name>{path}</Name>
            )}{' '}
            <span class="faint small">{bytes(size)}</span> {error !== null && <span class="failure">{error}</span>}
          </li>
        ))}
      </ul>
      {job.outputs.length > shownOutputs && (
        <p class="faint small">and {count(job.outputs.length - shownOutputs)} more</p>
      )}
    </>
  );
