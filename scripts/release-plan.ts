/** A file of the repository by its path. */
export type Files = Readonly<Record<string, string>>;

/** A version by Semantic Versioning, without build metadata. */
export const versionPattern = /^(\d+)\.(\d+)\.(\d+)(?:-[0-9A-Za-z.-]+)?$/;

/** Whether a version comes after another. A version with a suffix comes before the same one without. */
export const isAfter = (version: string, other: string): boolean => {
  const [left, right] = [version, other].map((one) => versionPattern.exec(one)?.slice(1, 4).map(Number) ?? []);
  for (let part = 0; part < 3; part++) {
    const difference = (left?.[part] ?? 0) - (right?.[part] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  const [suffix, otherSuffix] = [version, other].map((one) => one.split('-').slice(1).join('-'));
  if (suffix === otherSuffix) return false;
  return suffix === '' || (otherSuffix !== '' && String(suffix) > String(otherSuffix));
};

/** Files besides the manifests that contain the version of a release. */
export const filesWithVersion: readonly string[] = [
  'README.md',
  'deploy/compose.nodes.yaml',
  'deploy/compose.yaml',
  'deploy/kubernetes/base/kustomization.yaml',
  'docs/operating.md',
  'docs/python.md',
  'docs/webhooks.md',
  'docs/workers.md',
  'examples/python/README.md',
  'packages/pairspace/plugins/claude-code/.claude-plugin/plugin.json',
  'packages/pairspace/server.json',
  'packages/server/src/tracing/tracing.test.ts',
];

interface Release {
  from: string;
  to: string;
  /** The day in the form 2026-11-24. */
  day: string;
}

/** The files of a release: every version is the new one, and the changelogs have a heading for it. */
export const planRelease = (files: Files, { from, to, day }: Release): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      if (path.endsWith('package.json')) return [path, manifestOf(text, from, to)];
      if (path.endsWith('CHANGELOG.md')) return [path, changelogOf(path, text, `${to} – ${day}`)];
      return [path, replaced(path, text, from, to)];
    }),
  );

/**
 * Replaces the version of the package and of our own packages among its dependencies. Other dependencies may have the
 * same version number.
 */
const manifestOf = (text: string, from: string, to: string): string =>
  text.replaceAll(new RegExp(`("(?:version|@pairspace/[\\w-]+|pairspace)": )"${escaped(from)}"`, 'g'), `$1"${to}"`);

const changelogOf = (path: string, text: string, heading: string): string => {
  const [, unreleased] = /^## Unreleased\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(text) ?? [];
  if (unreleased === undefined) throw new Error(`${path} has no "## Unreleased".`);
  // An unchanged package gets no heading.
  if (unreleased.trim() === '') return text;
  return text.replace('## Unreleased\n', `## Unreleased\n\n## ${heading}\n`);
};

const replaced = (path: string, text: string, from: string, to: string): string => {
  const pattern = new RegExp(`(?<![\\d.])${escaped(from)}(?![\\d.]*\\d)`, 'g');
  if (!pattern.test(text)) throw new Error(`${path} does not name the version ${from}.`);
  return text.replaceAll(pattern, to);
};

const escaped = (version: string): string => version.replaceAll('.', '\\.');
