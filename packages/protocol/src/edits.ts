import { z } from 'zod';
import { inQuotes } from './peer-words.ts';
import { textUpTo } from './text.ts';

/** The greatest number of edits in one PATCH. */
const maxEdits = 100;

/** The forms of an edit, as errors show them. */
const forms = {
  append: 'text',
  prepend: 'text',
  replace: '{ old, new, all? }',
  section: '{ heading, content }',
} as const;
const kinds = Object.keys(forms) as (keyof typeof forms)[];
const formsText = Object.entries(forms)
  .map(([kind, value]) => `{ ${kind}: ${value} }`)
  .join(', ');

/** Names the field of an edit that no form has. */
const unknownForm: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'unrecognized_keys'
    ? `must be exactly one of ${formsText}; ${inQuotes(issue.keys[0] ?? '')} is in none of them`
    : issue.code === 'invalid_type'
      ? `must be exactly one of ${formsText}`
      : undefined;

type Text = ReturnType<typeof textUpTo>;

const replacement = (text: Text) =>
  z
    .object({
      old: text.min(1).meta({
        description: 'Text that is there exactly once, or at least once with `all`.',
        examples: ['draft'],
      }),
      new: text.meta({ description: 'The text that replaces it.', examples: ['final'] }),
      all: z
        .boolean()
        .default(false)
        .meta({ description: 'Replaces every occurrence instead of the only one.', examples: [false] }),
    })
    .meta({ description: 'Replaces a text.', examples: [{ old: 'draft', new: 'final' }] });

const sectionContent = (text: Text) =>
  z
    .object({
      heading: z
        .string()
        .min(1)
        .max(1000)
        .regex(/^(?=[^\r\n]*[^\s#])[^\r\n]*$/, { error: 'must be one line with the text of a heading' })
        .meta({
          description:
            'The text of a Markdown heading, with or without its `#` signs. With them the level must match as well.',
          examples: ['## Open questions'],
        }),
      content: text.meta({
        description: 'The text between this heading and the next of the same or a higher level.',
        examples: ['None.\n'],
      }),
    })
    .meta({
      description: 'Replaces what stands under a heading; the section is made at the end if there is none.',
      examples: [{ heading: '## Open questions', content: 'None.\n' }],
    });

/** An edit of a text of up to `limitBytes` bytes (EDIT-1 to EDIT-4). */
export const editOf = (limitBytes: number) => {
  const text = textUpTo(limitBytes);
  return z
    .strictObject(
      {
        append: text
          .meta({ description: 'Put at the end, on a line of its own.', examples: ['- reviewed by bob\n'] })
          .optional(),
        prepend: text
          .meta({ description: 'Put at the beginning, on lines of its own.', examples: ['# Plan\n'] })
          .optional(),
        replace: replacement(text).optional(),
        section: sectionContent(text).optional(),
      },
      { error: unknownForm },
    )
    .refine((edit) => kinds.filter((kind) => edit[kind] !== undefined).length === 1, {
      error: `must be exactly one of ${formsText}`,
    })
    .meta({ minProperties: 1, description: 'An edit: exactly one of the fields.' });
};

export type Edit = z.output<ReturnType<typeof editOf>>;

/** Lines that both sides changed, in both versions (EDIT-8). */
export const EditConflict = z
  .object({
    yours: z.string().meta({ description: 'The lines as the edits make them.', examples: ['Status: done\n'] }),
    theirs: z.string().meta({ description: 'The lines as they are now.', examples: ['Status: blocked\n'] }),
  })
  .meta({ id: 'EditConflict', description: 'Lines that both sides have changed.' });
export type EditConflict = z.output<typeof EditConflict>;

/** The edits of a PATCH, in the order in which they apply. */
export const editsOf = (limitBytes: number) =>
  z
    .array(editOf(limitBytes))
    .min(1)
    .max(maxEdits)
    .meta({
      description: 'Applied one after the other; when one fails, none is made.',
      examples: [[{ append: '- reviewed by bob\n' }]],
    });
