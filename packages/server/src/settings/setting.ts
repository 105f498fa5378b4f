import type { z } from 'zod';

/** A setting of the service, which an environment variable sets. */
export interface Setting {
  variable: string;
  /** Reads the text of the variable. Its issues complete the sentence "The value must be …". */
  schema: z.ZodType<unknown, string>;
  description: string;
  /** Sentences that documents show below the table of the group. */
  details?: string;
  /** The default as the text of a variable; absent: nothing is set. */
  byDefault?: string;
  /** The default where other machines can reach the service. */
  whenExposed?: string;
  example: string;
  /** The value may hold a secret, so an error does not show it. */
  isSecret?: true;
}

export type ValueOf<S extends Setting> = z.output<S['schema']> | (S extends { byDefault: string } ? never : undefined);

/** Settings by the names of their values. */
export type SettingGroup = Readonly<Record<string, Setting>>;

export type ValuesOf<Group extends SettingGroup> = { [Name in keyof Group]: ValueOf<Group[Name]> };

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one setting. An invalid value is an error whose message names the variable and describes valid values. */
export const readSetting = <S extends Setting>(setting: S, env: Environment, isExposed = false): ValueOf<S> => {
  const { variable, schema, byDefault, whenExposed, isSecret } = setting;
  const given = env[variable]?.trim() ?? '';
  const text = given === '' ? ((isExposed ? whenExposed : undefined) ?? byDefault) : given;
  if (text === undefined) return undefined as ValueOf<S>;
  const { data, error } = schema.safeParse(text);
  if (!error) return data as ValueOf<S>;
  const value = isSecret ? '' : ` is "${text}", but`;
  throw new Error(`${variable}${value} must be ${error.issues[0]?.message ?? 'something else'}.`);
};

export const readSettings = <Group extends SettingGroup>(
  group: Group,
  env: Environment,
  isExposed = false,
): ValuesOf<Group> =>
  Object.fromEntries(
    Object.entries(group).map(([name, setting]) => [name, readSetting(setting, env, isExposed)]),
  ) as ValuesOf<Group>;
