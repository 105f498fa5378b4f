import { isInHost } from '../../model/service.ts';
import { Mark } from '../../ui/mark.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusPill } from '../../ui/status.tsx';
import { Named, Name } from '../../ui/who.tsx';
import { count, plural } from '../../lib/format.ts';
import { panels } from './place.ts';
import { useSilence } from './use-silence.ts';
import { calling } from '../../lib/calling.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useShown, useFeed } from './shown.ts';
import { isOperator } from '../../model/current-identity.ts';
import { sayRights } from './say-rights.ts';

/** Names the agent or the person as whom the page acts: a link may have brought the token. */
const ActingAs = () => {
  const { identity } = useFeed();
  const { agent, person } = identity ?? {};
  if (agent)
    return (
      <span class="pill acting" title="What you write and change here is this agent’s">
        <span>you are </span>
        <Name>{agent.agentName}</Name>
      </span>
    );
  if (!person || (person.givesRights && !isOperator(identity))) return null;
  return (
    <span class="pill acting" title={sayRights(person)}>
      <span>you are </span>
      <Name>{isOperator(identity) ? 'the operator' : person.name}</Name>
    </span>
  );
};

/** Says whether the page shows the past or the present, and whether the connection is live. */
const Live = ({ isSilent }: { isSilent: boolean }) => {
  const { feed, moment } = useShown();
  const { kind } = feed.connection;
  if (moment.isPast)
    return (
      <span class="pill" data-tone="past">
        past: #{count(moment.seq)} of {count(feed.events.lastSeq)}
      </span>
    );
  if (isSilent && kind === 'live')
    return (
      <span class="pill" data-tone="wait" role="status">
        nobody there
      </span>
    );
  if (feed.state.session?.status === 'completed' && kind === 'live') return null;
  // On a phone the status of the session replaces this pill, so that the name has room.
  const isSaid = feed.state.session?.status !== 'active' && kind === 'live';
  const says = { opening: 'Connecting…', live: 'Live', lost: 'Reconnecting…', ended: 'Disconnected' }[kind];
  return (
    <span
      class={isSaid ? 'pill wide-only' : 'pill'}
      data-tone={kind === 'live' ? 'live' : kind === 'lost' ? 'bad' : ''}
      role="status"
      title="The connection of this page to the service"
    >
      {says}
    </span>
  );
};

export const SessionHead = ({ onHelp, onSearch }: { onHelp: () => void; onSearch: () => void }) => {
  const { feed, moment, place, show } = useShown();
  const isSilent = useSilence() !== undefined;
  const { session } = moment.state;
  if (!session) return null;
  return (
    <header class="session-head line">
      <a class="brand" href="#/" aria-label="All sessions" title="All sessions">
        <Mark />
      </a>
      <Named as="h1" class="cut" dir="auto" name={session.name} />
      {session.status !== 'active' && <StatusPill status={session.status} isPast={moment.isPast} isCalm={isSilent} />}
      <span class="pill wide-only">{session.visibility}</span>
      {session.mode === 'realtime' && <span class="pill wide-only">realtime</span>}
      <ActingAs />
      <span class="grow" />
      {feed.watchers > 1 && <span class="faint small wide-only">{plural(feed.watchers, 'watching', 'watching')}</span>}
      <Live isSilent={isSilent} />
      <IconButton
        class="button icon"
        label="Search the session"
        title="Search the session (/)"
        icon="search"
        act={onSearch}
      />
      {!isInHost() && (
        <Button
          aria-pressed={place.panel === 'more'}
          act={calling(show, { panel: place.panel === 'more' ? undefined : 'more', open: undefined })}
        >
          <Icon name="settings" />
          <span class="wide-only">Share and steer</span>
          <span class="narrow-only hidden-visually">{panels.at(-1)?.says}</span>
        </Button>
      )}
      <Button class="button quiet icon wide-only" aria-label="Keys" act={onHelp}>
        <kbd class="kbd">?</kbd>
      </Button>
    </header>
  );
};
