import { glob, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
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

/** The kinds that we deploy, each with the version of its API. */
const versions: Readonly<Record<string, string>> = {
  Namespace: 'v1',
  ServiceAccount: 'v1',
  Service: 'v1',
  PersistentVolumeClaim: 'v1',
  Deployment: 'apps/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  PodDisruptionBudget: 'policy/v1',
  ServiceMonitor: 'monitoring.coreos.com/v1',
  Kustomization: 'kustomize.config.k8s.io/v1beta1',
  Component: 'kustomize.config.k8s.io/v1alpha1',
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

test('every manifest has a kind of its API version', () => {
  expect(manifests.length).toBeGreaterThanOrEqual(9);
  for (const { apiVersion, kind } of manifests) expect([kind, apiVersion]).toEqual([kind, versions[kind]]);
});

test('what selects pods selects those of the deployment, and a port that is named is one of theirs', () => {
  const { template } = manifests.find(({ kind }) => kind === 'Deployment')?.spec as { template: PodTemplate };
  const selectors = manifests.flatMap(({ spec = {} }) => [spec['selector'], spec['podSelector']]);
  const wanted = selectors.flatMap((one) => (one as { matchLabels?: object } | undefined)?.matchLabels ?? []);
  expect(wanted.length).toBeGreaterThanOrEqual(5);
  for (const labels of wanted) expect(template.metadata.labels).toMatchObject(labels);
  const [container] = template.spec.containers;
  expect(container?.ports).toMatchObject([{ name: 'http' }]);
  const named = JSON.stringify(manifests).matchAll(/"(?:port|targetPort)":"(\w+)"/g);
  expect(new Set(Array.from(named, ([, port]) => port))).toEqual(new Set(['http']));
});

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

  test('reaches the service that we deploy', async () => {
    const text = fenced(await read('docs/workers.md'), 'yaml');
    const fleet = manifestsIn(text);
    expect(fleet.map(({ kind }) => kind)).toEqual(['Deployment', 'NetworkPolicy']);
    for (const { apiVersion, kind } of fleet) expect(apiVersion).toBe(versions[kind]);

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
  });

  test('says one thing a line to Nomad, whose language takes no more', async () => {
    const job = fenced(await read('docs/workers.md'), 'hcl');
    expect(job).toContain('resources {');
    expect(job).not.toMatch(/\{[^{}\n]*=[^{}\n]*=[^{}\n]*\}/);
  });
});
