import { oneLine } from '@pairspace/protocol';
import { Envelope } from './envelope.ts';

const mostTold = 5;
const mostCharacters = 300;

/** A result with the service's warnings about likely mistakes (API-22). */
export const tellWarnings = (told: string, warnings: readonly string[] = []): string => {
  if (warnings.length === 0) return told;
  const lines = warnings.slice(0, mostTold).map((warning) => oneLine(warning, mostCharacters));
  return `${told}\n${new Envelope().enclose('warnings by the service', lines.join('\n'))}`;
};
