import { useState } from 'preact/hooks';
import { keepToken } from '../../model/kept-tokens.ts';
import { sayFailure, stranger } from '../../model/service.ts';
import { go, hrefOf, parseRoute } from '../../lib/route.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';

/** A watch link holds both; else they stand in fields of their own. */
const readLink = (text: string): { sessionId?: string | undefined; token?: string | undefined } => {
  const hash = text.slice(text.indexOf('#'));
  if (!text.includes('#/s/')) return { sessionId: /ses_[0-9a-z]+/.exec(text)?.[0] };
  const { path, params } = parseRoute(hash);
  return { sessionId: path[1], token: params.get('token') ?? undefined };
};

interface OpenSessionProps {
  onClose: () => void;
  /** The session that the page shows, which is read anew with the token. */
  here?: string;
}

/** Opens a session by a token or a watch link. The token stays in this tab. */
export const OpenSession = ({ onClose, here }: OpenSessionProps) => {
  const [link, setLink] = useState(here ?? '');
  const [token, setToken] = useState('');
  const [why, setWhy] = useState('');
  const open = async (): Promise<void> => {
    const read = readLink(link.trim());
    const { sessionId } = read;
    const given = token.trim() === '' ? read.token : token.trim();
    if (sessionId === undefined) {
      setWhy('This holds no session id. It looks like ses_ and 26 characters or more.');
      return;
    }
    try {
      await stranger.withToken(given).getSession({ sessionId });
      if (given !== undefined) keepToken(sessionId, given);
      onClose();
      if (sessionId === here) location.reload();
      else go(hrefOf(['s', sessionId]));
    } catch (error) {
      setWhy(sayFailure(error));
    }
  };
  return (
    <Dialog title="Open a session" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <label class="field">
          <span>Watch link or session id</span>
          <input
            class="input"
            required
            autoFocus={here === undefined}
            value={link}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => {
              setLink(event.currentTarget.value);
            }}
          />
        </label>
        <label class="field">
          <span>Token, when the link has none and the session is private</span>
          <input
            class="input"
            type="password"
            autoFocus={here !== undefined}
            value={token}
            autocomplete="off"
            onInput={(event) => {
              setToken(event.currentTarget.value);
            }}
          />
        </label>
        <p class="small dim">The token stays in this tab. It is sent in a header, never as part of an address.</p>
        <Failure why={why} />
        <div class="form-end">
          <button type="submit" class="button primary">
            Open
          </button>
        </div>
      </form>
    </Dialog>
  );
};
