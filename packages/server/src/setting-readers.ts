import { isSandboxType, type SandboxType } from '@pairspace/protocol';
import type { Rate } from './limits/rate-limit.ts';
import { secretKeyBytes } from './webhooks/secret-box.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
export type Read<T> = (text: string) => T | undefined;

export const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export const duration: Read<number> = (text) => {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  return match ? Number(match[1]) * unitMs[match[2] as keyof typeof unitMs] : undefined;
};

export const rate: Read<Rate> = (text) => {
  if (text === 'off') return 'off';
  const match = /^([1-9]\d{0,8})\/(s|m|h)$/.exec(text);
  return match ? { count: Number(match[1]), windowMs: unitMs[match[2] as keyof typeof unitMs] } : undefined;
};

export const wholeNumber =
  (min: number, max: number): Read<number> =>
  (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
    return value !== undefined && value >= min && value <= max ? value : undefined;
  };

/** A value, or `off` for none. */
export const orOff =
  <T>(read: Read<T>): Read<{ value: T | undefined }> =>
  (text) => {
    if (text === 'off') return { value: undefined };
    const value = read(text);
    return value === undefined ? undefined : { value };
  };

export const oneOf =
  <T extends string>(...values: readonly T[]): Read<T> =>
  (text) =>
    values.find((value) => value === text);

export const someText: Read<string> = (text) => (text.trim() === '' ? undefined : text);

export const urlOf =
  (...protocols: readonly string[]): Read<string> =>
  (text) =>
    text.split(',').every((part) => URL.canParse(part) && protocols.includes(new URL(part).protocol))
      ? text
      : undefined;

export const list: Read<string[]> = (text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** A list of which every item can be read. */
export const listOf =
  <T>(read: Read<T>): Read<T[]> =>
  (text) => {
    const items = (list(text) ?? []).map(read);
    return items.some((item) => item === undefined) ? undefined : (items as T[]);
  };

export const rising: Read<number[]> = (text) => {
  const offsets = listOf(duration)(text);
  const isRising = offsets?.every((offset, i) => offset > (offsets[i - 1] ?? 0));
  return isRising && offsets && offsets.length > 0 ? offsets : undefined;
};

/** Visible ASCII, as a header carries it. */
export const bearer: Read<string> = (text) => (/^[\u0021-\u007e]{8,512}$/.test(text) ? text : undefined);

export const key: Read<Buffer> = (text) => {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  return bytes.length === secretKeyBytes ? bytes : undefined;
};

/** `javascript=1,python=0`. */
export const warmChildren: Read<Partial<Record<SandboxType, number>>> = (text) => {
  const warm: Partial<Record<SandboxType, number>> = {};
  for (const item of text.split(',')) {
    const [, name = '', count] = /^ *(\w+)=(\d{1,2}) *$/.exec(item) ?? [];
    if (!isSandboxType(name) || count === undefined) return undefined;
    warm[name] = Number(count);
  }
  return warm;
};

/** The words for a duration and a rate in messages. */
export const time = 'a duration such as 300ms, 5s or 2h';
export const frequency = 'a rate such as 600/m, or off';

/** Reads one variable; an error names it and says what would be right. */
export type Setting = <T>(name: string, read: Read<T>, expected: string, fallback: T) => T;
/** Reads one that must not be shown. */
export type SecretSetting = <T>(name: string, read: Read<T>, expected: string) => T | undefined;

interface SettingReader {
  setting: Setting;
  secretSetting: SecretSetting;
  /** The names of the variables that were asked for so far. */
  names: () => string[];
}

/** Reads settings from an environment. */
export const settingReader = (env: Environment): SettingReader => {
  const asked = new Set<string>();
  const textOf = (name: string): string | undefined => {
    asked.add(name);
    return env[name] === '' ? undefined : env[name];
  };
  return {
    setting: (name, read, expected, fallback) => {
      const text = textOf(name);
      if (text === undefined) return fallback;
      const value = read(text);
      // An address may hold a password.
      const shown = name.endsWith('_URL') ? 'something else' : `"${text}"`;
      if (value === undefined) throw new Error(`${name} is ${shown}, but must be ${expected}.`);
      return value;
    },
    secretSetting: (name, read, expected) => {
      const text = textOf(name);
      if (text === undefined) return undefined;
      const value = read(text);
      if (value === undefined) throw new Error(`${name} must be ${expected}.`);
      return value;
    },
    names: () => [...asked],
  };
};
