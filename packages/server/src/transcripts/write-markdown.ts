import { phraseText } from '@pairspace/protocol';
import type { Entry, EntryMessage } from '../events/entry.ts';
import { type Block, blocksOf } from '../lib/prose.ts';
import { visibleLine, visibleText } from '@pairspace/protocol';
import type { TranscriptWriter } from './transcript-writer.ts';

/**
 * Markdown for people. Texts of others stand in block quotes, with all characters escaped that Markdown or HTML could
 * take for markup. Fenced code gets a new fence that does not occur in it.
 */
export const markdownWriter: TranscriptWriter = {
  begin: (sessionName) => `# Transcript of ${inline(sessionName)}\n`,
  entry: (entry) => (entry.message ? spoken(entry, entry.message) : `\n- ${head(entry)} ${happened(entry)}\n`),
  end: '',
};

const head = ({ seq, timestamp, actor }: Entry): string =>
  `${String(seq)} · ${timestamp.slice(0, 19).replace('T', ' ')} · ${strong(actor.name)}`;

const happened = ({ phrase }: Entry): string => phraseText(phrase, ({ chosen }) => `“${inline(chosen)}”`);

const spoken = (entry: Entry, { role, msgType, replyTo, parent, content }: EntryMessage): string => {
  const about = [
    inline(entry.actor.id),
    role,
    msgType,
    ...(replyTo === undefined
      ? []
      : [`re ${inline(replyTo)}${parent ? ` ${inline(parent.author)} “${inline(parent.words)}”` : ''}`]),
  ];
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

/** Line breaks become hard breaks; an empty line ends a paragraph. */
const proseLines = (text: string): string[] =>
  text.split('\n').map((line, index, all) => {
    if (line.trim() === '') return '';
    const goesOn = (all[index + 1] ?? '').trim() !== '';
    return `${atLineStart(escaped(line.trimEnd()))}${goesOn ? '\\' : ''}`;
  });

const inline = (text: string): string => escaped(visibleLine(text));

/** Bold text. It is trimmed, because Markdown does not read `** text **` as bold. */
const strong = (text: string): string => `**${escaped(visibleLine(text).trim())}**`;

/** Some Markdown parsers do not know backslash escapes of HTML characters, but all know entities. */
const escaped = (text: string): string =>
  text
    .replace(/&(?=#?[A-Za-z0-9]+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]#|~$!^]/g, '\\$&');

/**
 * Characters that begin a quote, a list, a rule, a heading's underline or indented code do so only at the start of a
 * line.
 */
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
