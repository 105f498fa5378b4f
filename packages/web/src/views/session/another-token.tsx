import { type OfferedToken, replaceTokens, tokensOf } from '../../model/kept-tokens.ts';
import { stranger } from '../../model/service.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Name } from '../../ui/who.tsx';

/** The agent of a token; undefined for an observer. Throws where the service does not know the token. */
const agentNameOf = async ({ sessionId, token }: OfferedToken): Promise<string | undefined> => {
  if (!token.startsWith('agt_')) return undefined;
  const { agentName } = await stranger.withToken(token).whoami({ sessionId });
  return agentName;
};

const Who = ({ of, token }: { of: string; token: OfferedToken }) => {
  const { state, value } = useLoaded(() => agentNameOf(token), [token.token]);
  if (state === 'loading') return <p>{of}: …</p>;
  if (state === 'failed') return <p>{of}: nobody; the service does not know it.</p>;
  return (
    <p>
      {value === undefined ? (
        <>{of}: an observer.</>
      ) : (
        <>
          {of}: the agent <Name>{value}</Name>.
        </>
      )}
    </p>
  );
};

interface AnotherTokenProps {
  offer: OfferedToken;
  onClose: () => void;
}

/** Asks whose token is used: that of the link, or the one that this tab has (VIEW-31). */
export const AnotherToken = ({ offer, onClose }: AnotherTokenProps) => {
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
