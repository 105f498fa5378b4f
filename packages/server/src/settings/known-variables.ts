import { editDistance } from '@pairspace/protocol';
import type { SettingGroup } from './setting.ts';
import { settingTable } from './setting-table.ts';

const settings = Object.values<SettingGroup>(settingTable).flatMap((group) =>
  Object.values(group).map(({ variable }) => variable),
);

/** Variables of the command, of workers and of the tests, which share the prefix with the settings of the service. */
const others = [
  'PAIRSPACE_TOKEN',
  'PAIRSPACE_URL',
  'PAIRSPACE_SESSION',
  'PAIRSPACE_AGENT',
  'PAIRSPACE_IDENTITY',
  'PAIRSPACE_HOME',
  'PAIRSPACE_CREATE_KEY',
  'PAIRSPACE_AGENT_KEY',
  'PAIRSPACE_CASES',
];
const ofTests = 'PAIRSPACE_TEST_';

/** Kubernetes and Docker name the addresses of a service called "pairspace" like this in every container beside it. */
const ofServiceLinks = /^PAIRSPACE_(?:[A-Z0-9_]+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT|PORT_\d+_\w+)$/;

/**
 * Throws if a variable has the prefix but is unknown (NET-29): a setting with a misspelt name has no effect, and could
 * so leave open what it was meant to close.
 */
export const assertKnownVariables = (names: readonly string[]): void => {
  const known = new Set([...settings, ...others]);
  for (const name of names) {
    if (!name.startsWith('PAIRSPACE_') || known.has(name) || name.startsWith(ofTests) || ofServiceLinks.test(name))
      continue;
    const meant = nearestOf(name);
    const hint = meant === undefined ? '`pairspace serve --help` lists the settings.' : `Did you mean ${meant}?`;
    throw new Error(`There is no setting ${name}. ${hint}`);
  }
};

/**
 * The most similar setting. Without the prefix, names may differ in a third of the letters of the given name, rounded
 * up.
 */
const nearestOf = (name: string): string | undefined => {
  const own = name.replace('PAIRSPACE_', '');
  const [nearest] = settings
    .map((setting) => ({ setting, distance: editDistance(own, setting.replace('PAIRSPACE_', '')) }))
    .filter(({ distance }) => distance <= Math.ceil(own.length / 3))
    .toSorted((a, b) => a.distance - b.distance);
  return nearest?.setting;
};
