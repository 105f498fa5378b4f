import {
  codeMeanings,
  conflictReasons,
  type ErrorCode,
  loggedEvents,
  statusOfCode,
  transientEvents,
} from '@pairspace/protocol';
import type { z } from 'zod';
import { codesOfAll } from '../openapi/errors.ts';
import { type Markup, markup, prose } from './markup.ts';

/** `ids` are the anchors of the rows. */
export const table = (
  columns: readonly string[],
  rows: readonly (readonly Markup[])[],
  ids: readonly string[] = [],
): Markup =>
  markup`<table>
<thead><tr>${columns.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map((cells, index) => {
    const id = ids[index];
    return markup`<tr${id && markup` id="${id}"`}>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`;
  })}</tbody>
</table>`;

const code = (text: string): Markup => markup`<code>${text}</code>`;

export const errorTable = (): Markup => {
  const codes = Object.keys(statusOfCode) as ErrorCode[];
  return table(
    ['Status', 'Code', 'Meaning'],
    codes.map((name) => [
      markup`${statusOfCode[name]}`,
      markup`${code(name)}${codesOfAll.includes(name) && markup`<abbr title="Any endpoint may answer it">*</abbr>`}`,
      prose(codeMeanings[name]),
    ]),
    codes,
  );
};

export const reasonTable = (): Markup =>
  table(
    ['Reason', 'Meaning'],
    Object.entries(conflictReasons).map(([reason, meaning]) => [code(reason), prose(meaning)]),
  );

/** The name of the object that is an event's `data`. */
const entityName = ({ data }: { data: z.ZodType }): string => data.meta()?.id ?? '';

export const eventTable = (components: Readonly<Record<string, unknown>>): Markup =>
  table(
    ['Event', 'When', 'Data'],
    Object.entries({ ...loggedEvents, ...transientEvents }).map(([name, declaration]) => {
      const entity = entityName(declaration);
      const where = name in transientEvents ? '; a frame of live streams alone' : '';
      const data = entity in components ? markup`<a href="#${entity}">${entity}</a>` : code(entity);
      return [code(name), markup`${declaration.when}${where}`, data];
    }),
  );
