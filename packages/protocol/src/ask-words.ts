import { chosenOption, isApproved } from './ask-options.ts';
import { askLimits } from './ask-limits.ts';
import type { Ask, AskOption } from './asks.ts';
import { inQuotes, nameCharacters, someone, word } from './peer-words.ts';

/** An option whose id is the beginning of its label. */
export const optionOf = (label: string, approves: boolean): AskOption => ({
  id: Array.from(label).slice(0, askLimits.optionIdCharacters).join(''),
  label,
  approves,
});

const stateWords = (ask: Ask, most: number): string => {
  const { kind, status, answer, expiresAt } = ask;
  if (status === 'open') return `open until ${word(expiresAt)}`;
  if (status !== 'answered' || answer === null)
    return `${word(status)}, ${kind === 'approval' ? 'not approved' : 'not answered'}`;
  const { by, vouched } = answer;
  const option = chosenOption(ask);
  const end = kind === 'approval' ? (isApproved(ask) ? 'approved' : 'not approved') : 'answered';
  return `${end}${option === undefined ? '' : ` with ${inQuotes(option.label, most)}`} by ${someone(by.id, by.name)}${vouched ? ', vouched for' : ''}`;
};

/** An ask on one line, words of others in quotation marks. */
export const askLine = (ask: Ask, most = nameCharacters): string =>
  `${word(ask.kind)} ${word(ask.id)} ${inQuotes(ask.title, most)}, ${stateWords(ask, most)}`;

/** The facts of an ask, one a line, without its texts. */
export const askFacts = (ask: Ask, most = nameCharacters): string[] => {
  const { askedBy, options, freeText, requires, taskId } = ask;
  const answers = options.map(({ id, label, approves }) => {
    const name = id === label ? inQuotes(label, most) : `${inQuotes(id, most)} ${inQuotes(label, most)}`;
    return approves ? `${name} (approves)` : name;
  });
  return [
    askLine(ask, most),
    `asked by ${someone(askedBy.agentId, askedBy.agentName)}${taskId === null ? '' : ` about ${word(taskId)}`}`,
    `answers: ${[...answers, ...(freeText ? ['a text'] : [])].join(', ')}`,
    ...(requires === 'vouched' ? ['answered by the operator, or a person who is vouched for'] : []),
  ];
};
