import { z } from 'zod';

interface Shape {
  type?: string;
  items?: Shape;
  properties?: Readonly<Record<string, Shape>>;
  required?: readonly string[];
}

/** The value that a text plainly stands for where the tool wants another type; otherwise the value as it is. */
const meant = (value: unknown, { type, items = {} }: Shape): unknown => {
  if (type === 'array') {
    const list = listIn(value, items);
    return Array.isArray(list) ? list.map((one: unknown) => meant(one, items)) : value;
  }
  if (type === 'string') return typeof value === 'number' ? String(value) : value;
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if ((type === 'integer' || type === 'number') && /^#?\d+(?:\.\d+)?$/.test(text)) return Number(text.replace('#', ''));
  if (type === 'boolean' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return value;
};

const listIn = (value: unknown, { type }: Shape): unknown => {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'string') return value;
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed)) return parsed;
  } catch {
    // A text that is no JSON is one entry.
  }
  if (type === 'integer') return value.trim().split(/[\s,]+/);
  return /[,\n]/.test(value) ? value : [value];
};

/**
 * The schema of a tool's arguments. It refuses unknown arguments, takes `null` and `""` of an optional one as left out,
 * and takes numbers and lists that are written as texts (MCP-14).
 */
export const plainArguments = <Input extends z.ZodObject>(input: Input) => {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' }) as Shape;
  return z.preprocess((given) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
    return Object.fromEntries(
      Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
        const shape = properties[name];
        if (!shape) return [[name, value]];
        const isLeftOut = (value === null || value === '') && !required.includes(name);
        return isLeftOut ? [] : [[name, meant(value, shape)]];
      }),
    );
  }, input.strict());
};
