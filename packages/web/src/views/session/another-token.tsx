import { type OfferedToken, replaceTokens, tokensOf } from '../../model/kept-tokens.ts';
import { stranger } from '../../model/service.ts';
import { personOf } from '../../model/current-identity.ts';
import { isRefusal } from '../../lib/keep-reading.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Name } from '../../ui/who.tsx';

interface Holder {
  is: string;
  /** Undefined for the operator, and for an observer without a name of its own. */
  name?: string;
}

/** The holder of a token; undefined where the service does not know the token. */
const holderOf = async ({ sessionId, token }: OfferedToken): Promise<Holder | undefined> => {
  const client = stranger.withToken(token);
  if (token.startsWith('agt_')) return { is: 'the agent ', name: (await client.whoami({ sessionId })).agentName };
  const person = await personOf(client, sessionId);
  if (!person?.givesRights) return person && { is: 'the person ', name: person.name };
  return { is: person.id === 'operator' ? 'the operator' : 'an observer' };
};

const Who = ({ of, token }: { of: string; token: OfferedToken }) => {
  const { state, value, why, error } = useLoaded(() => holderOf(token), [token.token]);
  if (state === 'loading') return <p>{of}: …</p>;
  if (!value)
    return (
      <p>
        {of}: {error === undefined || isRefusal(error) ? 'nobody; the service does not know it.' : why}
      </p>
    );
  return (
    <p>
      {of}: {value.is}
      {value.name !== undefined && <Name>{value.name}</Name>}.
    </p>
  );
};

/** Asks which token to use: the token of the link, or the token that this tab has. */
export const AnotherToken = ({ offer, onClose }: { offer: OfferedToken; onClose: () => void }) => {
  const { sessionId, token } = offer;
  const { agent, observer } = tokensOf(sessionId);
  const use = async (): Promise<void> => {
    await stranger.withToken(token).getSession({ sessionId });
    replaceTokens(sessionId, token);
    location.reload();
  };
  return (
    <FormDialog title="This link brings another token" onClose={onClose} submit={use} says="Use that of the link">
      <p>This tab has a token for this session and keeps it, unless you say otherwise. What you write is written by:</p>
      <Who of="With yours" token={{ sessionId, token: agent ?? observer ?? '' }} />
      <Who of="With that of the link" token={offer} />
    </FormDialog>
  );
};
