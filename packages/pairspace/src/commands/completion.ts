import { command, commonOptions } from '../command.ts';
import { oneOf } from '../parse-command-line.ts';

export const completion = command({
  summary: 'print the completion of a shell',
  words: '<bash|zsh|fish>',
  wordCount: [1, 1],
  examples: ['source <(pairspace completion bash)', 'pairspace completion fish | source'],
  async run({ words, terminal, commands }) {
    const shell = oneOf('The shell', words[0], ['bash', 'zsh', 'fish']) ?? 'bash';
    const known = await Promise.all(
      commands.map(async ({ name, load }) => {
        const options = Object.keys({ ...(await load()).options, ...commonOptions });
        return { name, options: options.map((option) => `--${option}`) };
      }),
    );
    terminal.write(shell === 'fish' ? fish(known) : bash(known, shell));
    return undefined;
  },
});

interface Known {
  name: string;
  options: string[];
}

const firstWords = (known: readonly Known[]): string[] => [
  ...new Set(known.map(({ name }) => name.split(' ')[0] ?? name)),
];

const families = (known: readonly Known[]): [string, string[]][] =>
  firstWords(known).flatMap((first) => {
    const seconds = known.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));
    return seconds.length === 0 ? [] : [[first, seconds] as [string, string[]]];
  });

const optionCases = (known: readonly Known[]): string =>
  known.map(({ name, options }) => `    "${name}") words="${options.join(' ')}" ;;`).join('\n');

const bash = (known: readonly Known[], shell: 'bash' | 'zsh'): string => {
  const seconds = families(known).map(([first, words]) => `    "${first}") words="${words.join(' ')}" ;;`);
  const ofOne = known.filter(({ name }) => !name.includes(' '));
  const ofTwo = known.filter(({ name }) => name.includes(' '));
  return `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_pairspace() {
  local current="\${COMP_WORDS[COMP_CWORD]}" first="\${COMP_WORDS[1]}" second="\${COMP_WORDS[2]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then words="${firstWords(known).join(' ')}"; fi
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

const fish = (known: readonly Known[]): string => {
  const first = `complete -c pairspace -n __fish_use_subcommand -f -a "${firstWords(known).join(' ')}"`;
  const second = families(known).map(
    ([word, words]) =>
      `complete -c pairspace -n "__fish_seen_subcommand_from ${word}; and test (count (commandline -opc)) -eq 2" -f -a "${words.join(' ')}"`,
  );
  const options = known.flatMap(({ name, options: own }) =>
    own.map(
      (option) =>
        `complete -c pairspace -n "string match -q -- '*${name}*' (commandline -opc | string join ' ')" -l ${option.slice(2)}`,
    ),
  );
  return `${[first, ...second, ...options].join('\n')}\n`;
};
