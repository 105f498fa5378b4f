import type { JobSummary } from '@pairspace/protocol';
import { programOf } from '@pairspace/protocol/site';

type Named = Pick<JobSummary, 'id' | 'type' | 'label' | 'submittedBy'> & { input?: unknown };

const titleCharacters = 80;
const searchedLines = 50;

/** Enough of an id to tell a job from those beside it. */
export const shortId = (id: string): string => id.slice(-6);

/** The first line of a program that holds a letter or a digit. */
const firstLine = (code: string): string | undefined =>
  code
    .split('\n', searchedLines)
    .map((line) => line.trim())
    .find((line) => /[\p{L}\p{N}]/u.test(line))
    ?.slice(0, titleCharacters);

/**
 * A title that distinguishes one job from the next: its label, the first line of its program, or its submitter and
 * type.
 */
export const jobTitle = ({ id, type, label, submittedBy, input }: Named): string => {
  const program = programOf(type, input);
  return label ?? (program && firstLine(program.text)) ?? `${type} by ${submittedBy.agentName}, ${shortId(id)}`;
};
