import type { SettingGroup } from './setting.ts';
import { addressRanges, oneOf, text, url, wholeNumber } from './values.ts';

export const compute = {
  compute: {
    variable: 'PAIRSPACE_COMPUTE',
    schema: oneOf('on', 'workers', 'off'),
    description: 'Jobs for the sandbox: `on`, `workers` (they take them) or `off`',
    byDefault: 'on',
    example: 'workers',
  },
  computeSlots: {
    variable: 'PAIRSPACE_COMPUTE_SLOTS',
    schema: wholeNumber(1, 1024),
    description: 'Jobs that run at once. Unset: one for each core',
    example: '4',
  },
  computeMemoryMb: {
    variable: 'PAIRSPACE_COMPUTE_MEMORY_MB',
    schema: wholeNumber(128, 2 ** 30),
    description: 'Memory that all of them have together. Unset: half of the machine’s',
    example: '4096',
  },
  wheelsFolder: {
    variable: 'PAIRSPACE_WHEELS',
    schema: text,
    description: 'Folder of Python wheels for every job',
    example: '/opt/wheels',
  },
} satisfies SettingGroup;

export const webhooks = {
  webhookAccess: {
    variable: 'PAIRSPACE_WEBHOOKS',
    schema: oneOf('open', 'token'),
    description: 'Who may have webhooks: `open` to all, or with a `token`',
    byDefault: 'open',
    example: 'token',
  },
  publicUrl: {
    variable: 'PAIRSPACE_PUBLIC_URL',
    schema: url('an http or https URL', 'http:', 'https:'),
    description:
      'Address of the service from outside, also below a path: pages, cards, links and OpenAPI name it. Unset: the address of each request',
    example: 'https://host.example/pairspace/',
  },
  webhookAllow: {
    variable: 'PAIRSPACE_WEBHOOK_ALLOW',
    schema: addressRanges,
    description: 'Addresses or networks that deliveries may reach, beyond the rules',
    byDefault: '',
    example: '10.0.0.0/8',
  },
} satisfies SettingGroup;
