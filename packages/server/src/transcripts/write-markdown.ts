import type { Entry, EntryMessage } from '../events/entry.ts';
import { type Block, blocksOf } from '../lib/prose.ts';
import { visibleLine, visibleText } from '@pairspace/protocol';
import type { TranscriptWriter } from './transcript-writer.ts';

/**
 * For people. What somebody said stands in a block quote, every line of it, with all that Markdown or HTML could take
 * for markup escaped; code that was fenced is fenced anew, by a fence that does not occur in it.
 */
export const markdownWriter: TranscriptWriter = {
  begin: (sessionName) => `# Transcript of ${inline(sessionName)}\n`,
  entry: (entry) => (entry.message ? spoken(entry, entry.message) : `\n- ${head(entry)} ${happened(entry)}\n`),
  end: '',
};

const head = ({ seq, timestamp, actor }: Entry): string =>
  `${String(seq)} · ${timestamp.slice(0, 19).replace('T', ' ')} · ${strong(actor.name)}`;

const happened = ({ phrase }: Entry): string =>
  phrase.map((part) => (typeof part === 'string' ? part : `“${inline(part.chosen)}”`)).join('');

const spoken = (entry: Entry, { role, msgType, replyTo, content }: EntryMessage): string => {
  const about = [inline(entry.actor.id), role, msgType, ...(replyTo === undefined ? [] : [`re ${inline(replyTo)}`])];
  const lines = blocksOf(visibleText(content)).flatMap((block, index) => [
    ...(index > 0 ? [''] : []),
    ...linesOf(block),
  ]);
  const quote = (lines.length === 0 ? [''] : lines).map((line) => `> ${line}`.trimEnd()).join('\n');
  return `\n### ${head(entry)} · ${about.join(' · ')}\n\n${quote}\n`;
};

const linesOf = (block: Block): string[] => {
  if (block.kind === 'prose') return proseLines(block.text);
  const fence = '`'.repeat(Math.max(3, longestRun(block.text, '`') + 1));
  return [fence, ...block.text.split('\n'), fence];
};

/** Lines stay lines by a hard break; an empty one ends a paragraph. */
const proseLines = (text: string): string[] =>
  text.split('\n').map((line, index, all) => {
    if (line.trim() === '') return '';
    const goesOn = (all[index + 1] ?? '').trim() !== '';
    return `${atLineStart(escaped(line.trimEnd()))}${goesOn ? '\\' : ''}`;
  });

const inline = (text: string): string => escaped(visibleLine(text));

/** Asterisks beside a space are no emphasis. */
const strong = (text: string): string => `**${escaped(visibleLine(text).trim())}**`;

/** Some readers of Markdown know no backslash before what HTML is made of, but all know entities. */
const escaped = (text: string): string =>
  text
    .replace(/&(?=#?[A-Za-z0-9]+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]#|~$!^]/g, '\\$&');

/** What begins a quote, a list, a rule, a heading's underline or indented code does so at the start of a line alone. */
const atLineStart = (line: string): string =>
  /^[ \t>+=:\d-]/.test(line)
    ? line
        .replace(/^[ \t]+/, (space) => '&nbsp;'.repeat(space.replaceAll('\t', '    ').length))
        .replace(/^((?:&nbsp;)*)>/, '$1&gt;')
        .replace(/^((?:&nbsp;)*)([-+=:])/, '$1\\$2')
        .replace(/^((?:&nbsp;)*\d+)([.)])/, '$1\\$2')
    : line;

const longestRun = (text: string, character: string): number => {
  let longest = 0;
  let run = 0;
  for (const found of text) {
    run = found === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
};
