// The functions below are the same in each plugin that pairspace setup writes.

/** Starts the command of Pairspace. */
function start(own, identity) {
  const words = [...launcher, ...own];
  // On Windows, npm installs a command as a script, which needs a shell. Node quotes no word for a shell.
  const shell = process.platform === 'win32';
  const [command, ...rest] = shell ? [words.map((word) => `"${word}"`).join(' ')] : words;
  const child = spawn(command, rest, {
    // On Windows, no program is taken from the current folder, which may be that of a project.
    env: { ...process.env, PAIRSPACE_IDENTITY: identity, NoDefaultCurrentDirectoryInExePath: '1' },
    // The end of its input tells a monitor that this program has ended in any way.
    stdio: ['pipe', 'pipe', 'ignore'],
    shell,
  });
  // Without the command there is nothing to hand on. `pairspace doctor` reports it.
  for (const end of [child, child.stdin]) end.on('error', () => undefined);
  return child;
}

/** Whether a tool is one of Pairspace, or a shell that runs its command. */
function isOfPairspace(tool = '', args = {}) {
  return /^pairspace|pairspace_/.test(tool) || /\bpairspace\b/.test(String(args?.command ?? ''));
}

/** Whether a use of Pairspace takes a seat, which its result names. */
function takesSeat(tool = '', args = {}) {
  const command = String(args?.command ?? '');
  return /pairspace_(?:join|create)$/.test(tool) || /\bpairspace (?:join|create|recover)\b/.test(command);
}

/** The seat that a use of Pairspace is of; '' for the newest. */
function seatOf(tool, args, result = '') {
  const text = takesSeat(tool, args) ? JSON.stringify(result) : String(args?.seat ?? '');
  const [, session, agent] =
    /(ses_\w+)\/([\w.:@-]+)/.exec(text) ?? /(?:Joined|Opened) (ses_\w+)[^]*? as ([\w.:@-]*\w)/.exec(text) ?? [];
  return session === undefined ? '' : `${session}/${agent}`;
}
