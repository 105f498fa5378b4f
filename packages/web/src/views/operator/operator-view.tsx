import { useState } from 'preact/hooks';
import { keepOperatorToken, operatorToken, type Overview } from '../../model/operator.ts';
import { forgetToken } from '../../model/kept-tokens.ts';
import { Failure } from '../../ui/failure.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ServiceFigures } from './service-figures.tsx';
import { SessionsTable } from './sessions-table.tsx';
import { useOverview } from './use-overview.ts';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';

const AskForToken = ({ why, onToken }: { why: string; onToken: (token: string) => void }) => {
  const [token, setToken] = useState('');
  return (
    <form
      class="form operator-form"
      onSubmit={(event) => {
        event.preventDefault();
        onToken(token.trim());
      }}
    >
      <TextField
        label="The operator’s token (PAIRSPACE_ADMIN_TOKEN)"
        type="password"
        required
        autoFocus
        value={token}
        autocomplete="off"
        write={setToken}
      />
      <Failure why={why} />
      <div>
        <button type="submit" class="button primary">
          Sign in
        </button>
      </div>
      <p class="small dim">The token stays in this tab, and is sent in a header, never as part of an address.</p>
    </form>
  );
};

const Shown = ({ history, token }: { history: readonly Overview[]; token: string }) => {
  const newest = history.at(-1);
  if (!newest) return <span class="spinner" role="status" aria-label="Reading" />;
  return (
    <>
      {newest.metrics ? (
        <ServiceFigures history={history} metrics={newest.metrics} />
      ) : (
        <p class="notice line wrap">
          The metrics are not served to this address. A proxy may keep <span class="mono">/metrics</span> inside, as it
          should on the public internet; open this page from there.
        </p>
      )}
      <SessionsTable overview={newest} token={token} />
    </>
  );
};

/** The service as a whole, for whoever runs it: what goes on, what waits, what was refused, and every session. */
export const OperatorView = () => {
  const [token, setToken] = useState(operatorToken);
  const { history, why, isRefused } = useOverview(token);
  const isShown = token !== undefined && !isRefused;
  /** Changes the token. The sessions of this tab that were opened with the old token lose it. */
  const use = (next: string | undefined): void => {
    if (token !== undefined) forgetToken(token);
    keepOperatorToken(next);
    setToken(next);
  };
  return (
    <PageFrame
      title="Operator"
      at="operator"
      actions={isShown && <Button act={calling(use, undefined)}>Forget the token</Button>}
    >
      <h1 class="page-title">{isShown ? 'The service' : 'Operator sign-in'}</h1>
      {isShown ? (
        <>
          <Failure why={why} />
          <Shown history={history} token={token} />
        </>
      ) : (
        <AskForToken why={why} onToken={use} />
      )}
    </PageFrame>
  );
};
