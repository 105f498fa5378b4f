import { oneLine } from '@pairspace/protocol';
import type { Piece } from './answer.ts';

const mostTold = 5;
const mostCharacters = 300;

/** The service's warnings about likely mistakes (API-22). */
export const warningPieces = (warnings: readonly string[] = []): Piece[] => {
  if (warnings.length === 0) return [];
  const lines = warnings.slice(0, mostTold).map((warning) => oneLine(warning, mostCharacters));
  return [{ by: 'warnings by the service', text: lines.join('\n') }];
};
