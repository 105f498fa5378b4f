import { type Check, quote } from './checks.ts';
import type { Heading } from './document.ts';

const emptiness: Check = ({ lines }) =>
  lines.every((line) => line.trim() === '') ? [{ check: 'empty', line: 1, message: 'there is nothing to read' }] : [];

const titles: Check = ({ isMarkdown, headings, lines }) => {
  const found = headings.filter(({ level }) => level === 1);
  if (isMarkdown && found.length === 0 && lines.length > 10) {
    return [{ check: 'title', line: 1, message: 'there is no top-level heading' }];
  }
  return found.slice(1).map(({ line, text }) => ({ check: 'title', line, message: `a second title, ${quote(text)}` }));
};

const headingLevels: Check = ({ headings }) =>
  headings.flatMap(({ line, level, text }, index) => {
    const before = headings[index - 1]?.level ?? level;
    if (level <= before + 1) return [];
    const message = `${quote(text)} jumps from level ${String(before)} to ${String(level)}`;
    return [{ check: 'heading level', line, message }];
  });

const sameHeadings: Check = ({ headings }) => {
  const firsts = new Map<string, Heading>();
  return headings.flatMap((heading) => {
    const first = firsts.get(heading.text);
    if (!first) firsts.set(heading.text, heading);
    if (!first) return [];
    const message = `${quote(heading.text)} is already on line ${String(first.line)}`;
    return [{ check: 'same heading', line: heading.line, message }];
  });
};

const deadAnchors: Check = ({ links, anchors }) =>
  links
    .filter(({ target }) => target.startsWith('#') && target !== '#' && !anchors.has(decoded(target.slice(1))))
    .map(({ line, column, target }) => ({
      check: 'dead anchor',
      line,
      column,
      message: `no heading for ${quote(target)}`,
    }));

const bareFences: Check = ({ fences }) =>
  fences
    .filter(({ language }) => language === '')
    .map(({ from }) => ({ check: 'bare fence', line: from, message: 'code without its language' }));

const openFences: Check = ({ fences }) =>
  fences
    .filter(({ isClosed }) => !isClosed)
    .map(({ from }) => ({ check: 'open fence', line: from, message: 'code that is never closed' }));

const imageTexts: Check = ({ links }) =>
  links
    .filter(({ isImage, text }) => isImage && text.trim() === '')
    .map(({ line, column, target }) => ({
      check: 'image text',
      line,
      column,
      message: `${quote(target)} has no text`,
    }));

/** Links to missing files; `exists` knows the folder. */
const deadLinks =
  (exists: (path: string) => boolean): Check =>
  ({ links }) =>
    links
      .map((link) => ({ ...link, path: decoded(link.target.replace(/[?#].*$/, '')) }))
      .filter(({ path }) => path !== '' && !/^([a-z][a-z0-9+.-]*:|\/)/i.test(path) && !exists(path))
      .map(({ line, column, path }) => ({ check: 'dead link', line, column, message: `no file ${quote(path)}` }));

const decoded = (target: string): string => {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
};

/** Checks of the structure: headings, links, code and images. */
export const structureChecks = (exists: (path: string) => boolean): Check[] => [
  emptiness,
  titles,
  headingLevels,
  sameHeadings,
  deadAnchors,
  deadLinks(exists),
  bareFences,
  openFences,
  imageTexts,
];
