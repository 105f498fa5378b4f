import type { Observer, ObserverRight } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { baseUrl } from '../../model/service.ts';
import { isOperator } from '../../model/current-identity.ts';
import { hrefOf } from '../../lib/route.ts';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog, type Submission } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Name } from '../../ui/who.tsx';
import { RightsFields } from './rights-fields.tsx';
import { sayRights } from './say-rights.ts';
import { useFeed } from './shown.ts';

interface Made {
  observer: Observer;
  observerToken: string;
}

const TheLink = ({
  sessionId,
  observer,
  observerToken,
  onClose,
}: Made & { sessionId: string; onClose: () => void }) => (
  <Dialog title="The link of this person" onClose={onClose}>
    <p>
      Send it to <Name>{observer.name}</Name> alone: whoever has it acts under this name. It is shown this once.
    </p>
    <CopyBox label="Link of one person" text={`${baseUrl}/${hrefOf(['s', sessionId], { token: observerToken })}`} />
    <p class="small dim">
      <Name>{observer.name}</Name> {sayRights(observer)}. Change or end it under People.
    </p>
  </Dialog>
);

/** Makes a link for one person, with a name and rights. */
export const InvitePerson = ({ onClose }: { onClose: () => void }) => {
  const { client, sessionId, identity } = useFeed();
  const [name, setName] = useState('');
  const [rights, choose] = useState<readonly ObserverRight[]>(['speak', 'answer']);
  const [made, setMade] = useState<Made>();
  const gives = identity?.person?.givesRights === true;
  const invite = async ({ sendOnce }: Submission): Promise<void> => {
    const given = { sessionId, name: name.trim(), ...(gives && { rights: [...rights] }) };
    setMade(await sendOnce(given, (person, options) => client.observeSession(person, options)));
  };
  if (made) return <TheLink {...made} sessionId={sessionId} onClose={onClose} />;
  return (
    <FormDialog
      title="Invite a person"
      onClose={onClose}
      submit={invite}
      says="Make the link"
      canSubmit={name.trim() !== ''}
    >
      <TextField
        label="Name, as everybody here reads it"
        required
        autoFocus
        maxLength={100}
        autocomplete="off"
        value={name}
        write={setName}
      />
      {gives ? (
        <RightsFields chosen={rights} choose={choose} mayAdd={() => true} />
      ) : (
        <p class="small dim">
          This person reads, and edits notes. Your own link gives nobody more: that takes the link of whoever opened the
          session.
        </p>
      )}
      {isOperator(identity) && <p class="small dim">You are the operator, so you vouch for this person.</p>}
    </FormDialog>
  );
};
