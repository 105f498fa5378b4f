import type { Observer, ObserverRight } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { hasRight, isOperator, isOwner } from '../../model/current-identity.ts';
import { count } from '../../lib/format.ts';
import { useOpen } from '../../lib/use-open.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Avatar, Name, Named } from '../../ui/who.tsx';
import { InvitePerson } from './invite-person.tsx';
import { RightsFields } from './rights-fields.tsx';
import { sayRights } from './say-rights.ts';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useFeed } from './shown.ts';

/**
 * The greatest number of rows. Walk-ins (observers without an invitation) can be many, so people with rights come
 * first.
 */
const mostShown = 30;

interface PersonProps {
  person: Observer;
  onClose: () => void;
}

const ChangeRights = ({ person, onClose }: PersonProps) => {
  const feed = useFeed();
  const { client, sessionId, identity } = feed;
  const [rights, choose] = useState<readonly ObserverRight[]>(person.rights);
  const isVouchedByOther = person.vouched && !isOperator(identity);
  const save = async (): Promise<void> => {
    await client.updateObserver({ sessionId, observerId: person.id, rights: [...rights] });
    onClose();
  };
  return (
    <FormDialog title="What this person may do" onClose={onClose} submit={save} says="Set">
      <p>
        <Name>{person.name}</Name> keeps the same link; the change counts at once.
      </p>
      <RightsFields
        chosen={rights}
        choose={choose}
        mayAdd={(right) => !isVouchedByOther || person.rights.includes(right)}
      />
      {isVouchedByOther && (
        <p class="small dim">The operator vouches for this person and alone adds rights. You may take rights away.</p>
      )}
      {isOperator(identity) && !person.vouched && (
        <p class="small dim">You are the operator: by this you vouch for the person.</p>
      )}
    </FormDialog>
  );
};

const RemovePerson = ({ person, onClose }: PersonProps) => {
  const feed = useFeed();
  const remove = async (): Promise<void> => {
    await feed.client.removeObserver({ sessionId: feed.sessionId, observerId: person.id });
    onClose();
  };
  return (
    <FormDialog title="Remove this person?" onClose={onClose} submit={remove} says="Remove">
      <p>
        The link of <Name>{person.name}</Name> stops working at once, also where it is open. What was said and decided
        under this name stays.
      </p>
    </FormDialog>
  );
};

const PersonRow = ({ person }: Omit<PersonProps, 'onClose'>) => {
  const { identity } = useFeed();
  const [asked, ask] = useState<'change' | 'remove'>();
  const dialog = { person, onClose: calling(ask, undefined) };
  return (
    <li class="person">
      <Avatar name={person.name} shade="who-person" small />
      <span>
        <Named as="b" title={person.id} name={person.name} />
        {identity?.person?.id === person.id && ' (you)'}{' '}
        <small class="dim">
          {sayRights(person)}
          {person.vouched && '; the operator vouches'}
        </small>
      </span>
      <span class="actions">
        {identity?.person?.givesRights && (
          <Button act={calling(ask, 'change')}>
            Rights …
            <span class="hidden-visually">
              {' '}
              of <Name>{person.name}</Name>
            </span>
          </Button>
        )}
        {isOwner(identity) && (
          <Button class="button danger" act={calling(ask, 'remove')}>
            Remove …
            <span class="hidden-visually">
              {' '}
              <Name>{person.name}</Name>
            </span>
          </Button>
        )}
      </span>
      {asked === 'change' && <ChangeRights {...dialog} />}
      {asked === 'remove' && <RemovePerson {...dialog} />}
    </li>
  );
};

/** The people of the session with their rights. Shown to whoever may invite or remove people. */
export const People = () => {
  const feed = useFeed();
  const [isInviting, invite, endInvite] = useOpen();
  const { identity } = feed;
  const invites = hasRight(identity, 'steer');
  if (!invites && !isOwner(identity)) return null;
  const people = [...feed.state.observers.values()].sort(
    (a, b) => b.rights.length - a.rights.length || Number(b.invited) - Number(a.invited),
  );
  return (
    <section>
      <h2 class="label">People</h2>
      {people.length === 0 && (
        <p class="small dim">Nobody has a link of their own yet. A link of one person has a name and its own rights.</p>
      )}
      <ul class="plain">
        {people.slice(0, mostShown).map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
      {people.length > mostShown && <p class="faint small">and {count(people.length - mostShown)} more who watch</p>}
      {invites && (
        <div class="actions">
          <Button act={invite}>Invite a person …</Button>
        </div>
      )}
      {isInviting && <InvitePerson onClose={endInvite} />}
    </section>
  );
};
