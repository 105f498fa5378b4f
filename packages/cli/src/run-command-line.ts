import { readFileSync } from 'node:fs';
import { commands } from './commands.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage: pairspace <command> [options]
       pairspace --version

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(9)}${summary}`)
  .join('\n')}

pairspace <command> --help says more. Settings are environment variables: pairspace serve --help lists them.`;

const version = (): string => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
};

/** Runs a command line, and sets the exit code of the process. */
export const runCommandLine = async ([name, ...args]: readonly string[]): Promise<void> => {
  const command = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (name === undefined || name === '--help' || name === '-h') {
    console.log(usage);
  } else if (name === '--version' || name === '-v') {
    console.log(version());
  } else if (!command) {
    console.error(`There is no command "${name}".\n  → pairspace --help`);
    process.exitCode = 2;
  } else if (args.includes('--help') || args.includes('-h')) {
    console.log(command.usage);
  } else {
    try {
      const { run } = await command.load();
      await run(args);
    } catch (error) {
      console.error((error as Error).message);
      if (error instanceof UsageError) console.error(`  → pairspace ${name} --help`);
      process.exitCode = error instanceof UsageError ? 2 : 1;
    }
  }
};
