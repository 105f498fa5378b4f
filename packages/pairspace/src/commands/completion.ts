import { command, commonOptions } from '../command.ts';
import { UsageError } from '../errors.ts';

export const completion = command({
  words: '<bash|zsh|fish>',
  examples: ['source <(pairspace completion bash)', 'pairspace completion fish | source'],
  async run({ words, terminal, commands }) {
    const [shell = ''] = words;
    if (!['bash', 'zsh', 'fish'].includes(shell)) throw new UsageError('The shell must be one of bash, zsh, fish.');
    const entries = await Promise.all(
      commands.map(async ({ name, load }) => {
        const options = Object.keys({ ...(await load()).options, ...commonOptions });
        return { name, options: options.map((option) => `--${option}`) };
      }),
    );
    terminal.write(shell === 'fish' ? fish(entries) : bash(entries, shell));
    return undefined;
  },
});

interface CommandWords {
  name: string;
  options: string[];
}

const firstWords = (commands: readonly CommandWords[]): string[] => [
  ...new Set(commands.map(({ name }) => name.split(' ')[0] ?? name)),
];

/** The second words after each first word that has some. */
const families = (commands: readonly CommandWords[]): [first: string, seconds: string][] =>
  firstWords(commands).flatMap((first) => {
    const own = commands.filter(({ name }) => name.startsWith(`${first} `));
    const seconds = own.map(({ name }) => name.slice(first.length + 1)).join(' ');
    return own.length === 0 ? [] : [[first, seconds] as [string, string]];
  });

const optionCases = (commands: readonly CommandWords[]): string =>
  commands.map(({ name, options }) => `    "${name}") words="${options.join(' ')}" ;;`).join('\n');

const bash = (commands: readonly CommandWords[], shell: string): string => {
  const seconds = families(commands).map(([first, words]) => `    "${first}") words="${words}" ;;`);
  const ofOne = commands.filter(({ name }) => !name.includes(' '));
  const ofTwo = commands.filter(({ name }) => name.includes(' '));
  return `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_pairspace() {
  local current="\${COMP_WORDS[COMP_CWORD]}" first="\${COMP_WORDS[1]}" second="\${COMP_WORDS[2]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then words="${firstWords(commands).join(' ')}"; fi
  if [ "$COMP_CWORD" -eq 2 ] && [[ "$current" != -* ]]; then case "$first" in
${seconds.join('\n')}
  esac; fi
  if [[ "$current" == -* ]]; then
    case "$first" in
${optionCases(ofOne)}
    esac
    case "$first $second" in
${optionCases(ofTwo)}
    esac
  fi
  if [ -z "$words" ]; then COMPREPLY=($(compgen -f -- "$current")); else COMPREPLY=($(compgen -W "$words" -- "$current")); fi
}
complete -o default -F _pairspace pairspace
`;
};

const fish = (commands: readonly CommandWords[]): string => {
  const first = `complete -c pairspace -n __fish_use_subcommand -f -a "${firstWords(commands).join(' ')}"`;
  const second = families(commands).map(
    ([word, words]) =>
      `complete -c pairspace -n "__fish_seen_subcommand_from ${word}; and test (count (commandline -opc)) -eq 2" -f -a "${words}"`,
  );
  const options = commands.flatMap(({ name, options: own }) =>
    own.map(
      (option) =>
        `complete -c pairspace -n "string match -q -- '*${name}*' (commandline -opc | string join ' ')" -l ${option.slice(2)}`,
    ),
  );
  return `${[first, ...second, ...options].join('\n')}\n`;
};
