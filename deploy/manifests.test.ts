import { execFile } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { createCachingCompilerHost } from '@pairspace/testkit/compiler-host';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

const folder = join(import.meta.dirname, 'kubernetes');

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: Record<string, unknown>;
}

const manifestsIn = (text: string): Manifest[] =>
  parseAllDocuments(text, { strict: true, uniqueKeys: true }).map((document) => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    return document.toJS() as Manifest;
  });

const foreign = ['kustomize.config.k8s.io', 'monitoring.coreos.com'];
const isKubernetes = ({ apiVersion }: Manifest): boolean => !foreign.includes(apiVersion.split('/')[0] ?? '');

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};
const sources = createCachingCompilerHost(options);

/** The errors of the Kubernetes types in manifests: missing, misspelt and wrongly typed fields. */
const complaintsAbout = (manifests: readonly Manifest[]): string[] => {
  const file = join(import.meta.dirname, 'manifests-as-code.ts');
  const code = manifests.map((manifest) => {
    const { apiVersion, kind } = manifest;
    return `${JSON.stringify(manifest)} satisfies import('kubernetes-models/${apiVersion}').I${kind};\n`;
  });
  const text = code.map((statement) => `void (${statement.trim().replace(/;$/, '')});`).join('\n');
  const host: ts.CompilerHost = {
    ...sources,
    fileExists: (path) => path === file || sources.fileExists(path),
    getSourceFile: (path, ...rest) =>
      path === file ? ts.createSourceFile(path, `export {};\n${text}`, rest[0]) : sources.getSourceFile(path, ...rest),
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
};

const patches = ['one-node.yaml', 'many-nodes.yaml'];
let files: string[];
let manifests: Manifest[];
beforeAll(async () => {
  files = (await Array.fromAsync(glob('**/*.yaml', { cwd: folder }))).sort();
  const texts = files
    .filter((file) => !patches.some((patch) => file.endsWith(patch)))
    .map((file) => readFile(join(folder, file), 'utf8'));
  manifests = (await Promise.all(texts)).flatMap(manifestsIn);
});

test('every manifest is what the Kubernetes API takes', () => {
  expect(manifests.filter(isKubernetes).length).toBeGreaterThanOrEqual(9);
  expect(complaintsAbout(manifests.filter(isKubernetes))).toEqual([]);
}, 60_000);

test('the check sees what is misspelt, missing and of another type', () => {
  const bad = [
    { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: { sesionAffinity: 'None' } },
    { apiVersion: 'v1', kind: 'Service', metadata: { name: 'b' }, spec: { ports: [{ port: 'http' }] } },
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'c' }, spec: { replicas: 1 } },
  ];
  const complaints = complaintsAbout(bad);
  expect(complaints).toHaveLength(bad.length);
  expect(complaints[0]).toContain('sesionAffinity');
  expect(complaints[1]).toContain("'string' is not assignable to type 'number'");
  expect(complaints[2]).toContain('selector');
}, 60_000);

test('kustomizations name files that are there, and all of them', async () => {
  const named = new Set<string>();
  for (const file of files.filter((name) => name.endsWith('kustomization.yaml'))) {
    named.add(file);
    const [kustomization] = manifestsIn(await readFile(join(folder, file), 'utf8')) as unknown as {
      resources: string[];
      patches?: { path: string }[];
    }[];
    const paths = [...(kustomization?.resources ?? []), ...(kustomization?.patches ?? []).map(({ path }) => path)];
    for (const path of paths.filter((one) => one.endsWith('.yaml'))) {
      named.add(relative(folder, join(folder, file, '..', path)));
    }
  }
  expect([...named].sort()).toEqual(files);
});

interface Container {
  image: string;
  ports: { containerPort: number }[];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef?: { key: string } } }[];
  securityContext: Record<string, unknown>;
  resources: { limits: Record<string, unknown> };
}
interface PodTemplate {
  metadata: { labels: Record<string, string> };
  spec: PodSpec;
}
interface PodSpec {
  terminationGracePeriodSeconds: number;
  securityContext: Record<string, unknown>;
  containers: Container[];
}

test('the pod runs as what "restricted" admits, and secrets come from a Secret', () => {
  const deployment = manifests.find(({ kind }) => kind === 'Deployment')?.spec as { template: { spec: PodSpec } };
  const pod = deployment.template.spec;
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  const [container] = pod.containers;
  expect(container?.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(container?.resources.limits).toHaveProperty('memory');
  const secrets = container?.env.filter(({ name }) => /TOKEN|KEY|_URL/.test(name)) ?? [];
  expect(secrets.length).toBeGreaterThan(0);
  for (const { value, valueFrom } of secrets) {
    expect(value).toBeUndefined();
    expect(valueFrom?.secretKeyRef).toBeDefined();
  }
  // preStop takes 5 s, the service at most 10 s.
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(15);
});

describe('the fleet of docs/workers.md', () => {
  const read = (path: string): Promise<string> => readFile(join(import.meta.dirname, '..', path), 'utf8');
  const fenced = (text: string, language: string): string =>
    new RegExp(`\\n\`\`\`${language}\\n(.*?)\\n\`\`\``, 's').exec(text)?.[1] ?? '';
  const named = (some: readonly Manifest[], wanted: string): Manifest | undefined =>
    some.find(({ kind }) => kind === wanted);
  const podsOf = (some: readonly Manifest[]): PodTemplate =>
    named(some, 'Deployment')?.spec?.['template'] as PodTemplate;

  test('is what the Kubernetes API takes, and reaches the service that we deploy', async () => {
    const text = fenced(await read('docs/workers.md'), 'yaml');
    const fleet = manifestsIn(text);
    expect(fleet.map(({ kind }) => kind)).toEqual(['Deployment', 'NetworkPolicy']);
    expect(complaintsAbout(fleet)).toEqual([]);

    const ports = named(manifests, 'Service')?.spec?.['ports'];
    expect(ports).toMatchObject([{ port: 80 }]);
    const namespace = named(manifests, 'Namespace')?.metadata.name ?? '';
    expect(text).toContain(`'http://pairspace.${namespace}.svc'`);

    const service = podsOf(manifests);
    const [container] = service.spec.containers;
    expect(named(fleet, 'NetworkPolicy')?.spec?.['egress']).toContainEqual({
      to: [
        {
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
          podSelector: { matchLabels: service.metadata.labels },
        },
      ],
      ports: container?.ports.map(({ containerPort }) => ({ port: containerPort })),
    });

    const worker = podsOf(fleet);
    // With the labels of the service, the worker would get the service's requests.
    expect(worker.metadata.labels).not.toMatchObject(service.metadata.labels);
    const token = container?.env.find(({ name }) => name === 'PAIRSPACE_ADMIN_TOKEN')?.valueFrom?.secretKeyRef;
    expect(token).toEqual({ ...worker.spec.containers[0]?.env[0]?.valueFrom?.secretKeyRef, optional: true });
    for (const { valueFrom } of container?.env ?? []) {
      expect(await read('docs/operating.md')).toContain(`--from-literal=${valueFrom?.secretKeyRef?.key ?? ''}=`);
    }
  }, 60_000);

  test('says one thing a line to Nomad, whose language takes no more', async () => {
    const job = fenced(await read('docs/workers.md'), 'hcl');
    expect(job).toContain('resources {');
    expect(job).not.toMatch(/\{[^{}\n]*=[^{}\n]*=[^{}\n]*\}/);
  });
});

const run = promisify(execFile);
const hasKubectl = await run('kubectl', ['kustomize', '--help']).then(
  () => true,
  () => false,
);

describe.skipIf(!hasKubectl)('rendered by kubectl', () => {
  test.each([
    ['embedded', ['PersistentVolumeClaim'], ['HorizontalPodAutoscaler', 'PodDisruptionBudget']],
    ['nodes', ['HorizontalPodAutoscaler', 'PodDisruptionBudget'], ['PersistentVolumeClaim']],
  ])(
    'the overlay %s is what the Kubernetes API takes',
    async (overlay, there, missing) => {
      const { stdout } = await run('kubectl', ['kustomize', join(folder, 'overlays', overlay)]);
      const rendered = manifestsIn(stdout);
      const kinds = rendered.map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(['Deployment', 'Service', 'NetworkPolicy', ...there]));
      expect(kinds.filter((kind) => missing.includes(kind))).toEqual([]);
      expect(complaintsAbout(rendered.filter(isKubernetes))).toEqual([]);
      const deployment = rendered.find(({ kind }) => kind === 'Deployment')?.spec as {
        template: { spec: PodSpec };
        strategy: { type: string };
      };
      expect(deployment.strategy.type).toBe(overlay === 'embedded' ? 'Recreate' : 'RollingUpdate');
      const names = deployment.template.spec.containers.flatMap(({ env }) => env.map(({ name }) => name));
      expect(names.includes('DATABASE_URL')).toBe(overlay === 'nodes');
    },
    60_000,
  );
});
