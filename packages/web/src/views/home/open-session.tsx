import { useState } from 'preact/hooks';
import { replaceTokens } from '../../model/kept-tokens.ts';
import { stranger } from '../../model/service.ts';
import { go, hrefOf, parseRoute } from '../../lib/route.ts';
import { FormDialog, type Submission } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Reads the session id and the token from a watch link. Any other text can hold only a session id. */
const readLink = (text: string): { sessionId?: string | undefined; token?: string | undefined } => {
  const hash = text.slice(text.indexOf('#'));
  if (!text.includes('#/s/')) return { sessionId: /ses_[0-9a-z]+/.exec(text)?.[0] };
  const { path, params } = parseRoute(hash);
  return { sessionId: path[1], token: params.get('token') ?? undefined };
};

interface OpenSessionProps {
  onClose: () => void;
  /** The session that the page already shows. To open it with the token, the page reloads. */
  here?: string;
}

/** Opens a session by a token or a watch link. The token stays in this tab. */
export const OpenSession = ({ onClose, here }: OpenSessionProps) => {
  const [link, setLink] = useState(here ?? '');
  const [token, setToken] = useState('');
  const open = async ({ refuse }: Submission): Promise<void> => {
    const read = readLink(link.trim());
    const { sessionId } = read;
    const given = token.trim() === '' ? read.token : token.trim();
    if (sessionId === undefined) {
      refuse('This holds no session id. It looks like ses_ and 26 characters or more.');
      return;
    }
    await stranger.withToken(given).getSession({ sessionId });
    if (given !== undefined) replaceTokens(sessionId, given);
    onClose();
    if (sessionId === here) location.reload();
    else go(hrefOf(['s', sessionId]));
  };
  return (
    <FormDialog title="Open a session" onClose={onClose} submit={open} says="Open">
      <TextField
        label="Watch link or session id"
        required
        autoFocus={here === undefined}
        value={link}
        spellcheck={false}
        autocomplete="off"
        write={setLink}
      />
      <TextField
        label="Token, when the link has none and the session is private"
        type="password"
        autoFocus={here !== undefined}
        value={token}
        autocomplete="off"
        write={setToken}
      />
      <p class="small dim">The token stays in this tab. It is sent in a header, never as part of an address.</p>
    </FormDialog>
  );
};
