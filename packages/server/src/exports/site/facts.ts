import type { Editor } from '@pairspace/protocol';
import { type Markup, markup, type Part } from '../../lib/markup.ts';
import { visibleLine } from '../../lib/visible-text.ts';

/** A name that somebody chose: on one line, and kept apart from the text around it whichever way it is written. */
export const nameHtml = (name: string): Markup => markup`<bdi>${visibleLine(name)}</bdi>`;

export const editorHtml = ({ name }: Editor): Markup => nameHtml(name);

/** `1 byte`, `1.4 KB`, `3.0 MB` */
const sizeText = (bytes: number): string => {
  if (bytes < 1024) return countText(bytes, 'byte');
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
};

export const sizeHtml = (bytes: number): Markup => markup`<span class="size">${sizeText(bytes)}</span>`;

/** `1 note`, `2 notes` */
export const countText = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A list of terms and what is so about each; those that are false or undefined are left out. */
export const factList = (facts: readonly (readonly [term: string, value: Part])[]): Markup =>
  markup`<dl class="facts">${facts
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([term, value]) => markup`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
`;

/** A few facts in one line. */
export const factLine = (facts: readonly Part[]): Markup =>
  markup`<p class="facts-line">${facts
    .filter((fact) => fact !== undefined && fact !== false)
    .map((fact, index) => [index > 0 && ' · ', fact])}</p>
`;

export const table = (columns: readonly string[], rows: readonly (readonly Part[])[]): Markup =>
  markup`<div class="table"><table>
<thead><tr>${columns.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => markup`<tr>${cells.map((cell, index) => markup`<td data-column="${columns[index]}">${cell}</td>`)}</tr>\n`)}</tbody>
</table></div>
`;
