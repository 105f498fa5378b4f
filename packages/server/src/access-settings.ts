import type { Rate } from './limits/rate-limit.ts';
import { isLoopbackHost } from './webhooks/address-policy.ts';
import { frequency, list, oneOf, rate, type Read, type Setting, someText, unitMs } from './setting-readers.ts';

/** How many of each an address may make without a token, where strangers can reach the service (NET-14). */
export interface CreationRates {
  sessions: Rate;
  profiles: Rate;
  ratings: Rate;
  observers: Rate;
  webhooks: Rate;
}

/** The settings about access: who can reach the service, and what strangers may do. */
export interface AccessSettings {
  host: string;
  /** Addresses or networks of proxies. */
  trustProxy: string[];
  /** Others than this machine can reach the service. Every default that depends on it reads this. */
  isExposed: boolean;
  /** The names that it answers to beside its own addresses; `any` for every name. */
  hosts: string[] | 'any';
  /** Other sites whose pages may call it. */
  origins: string[];
  creationRates: CreationRates;
  /** The callers that may create sessions, profiles and the like. */
  creators: 'anyone' | 'key';
}

const hostNames: Read<string[] | 'any'> = (text) => {
  if (text === '*') return 'any';
  const names = (list(text) ?? []).map((name) => name.toLowerCase().replace(/^\[|\]$/g, ''));
  return names.length > 0 && names.every((name) => /^[a-z0-9._:-]{1,253}$/.test(name)) ? names : undefined;
};

const originNames: Read<string[]> = (text) => {
  const origins = (list(text) ?? []).map((origin) => (origin === '*' ? origin : URL.parse(origin)?.origin));
  return origins.some((origin) => origin === undefined || origin === 'null') ? undefined : (origins as string[]);
};

export const readAccessSettings = (setting: Setting): AccessSettings => {
  const host = setting('HOST', someText, 'an address to listen on', '127.0.0.1');
  const trustProxy = setting('PAIRSPACE_TRUST_PROXY', list, 'addresses or networks, separated by commas', []);
  const isExposed = !isLoopbackHost(host) || trustProxy.length > 0;
  const perHour = (name: string, count: number): Rate =>
    setting(name, rate, frequency, isExposed ? { count, windowMs: unitMs.h } : 'off');
  return {
    host,
    trustProxy,
    isExposed,
    hosts: setting<string[] | 'any'>(
      'PAIRSPACE_HOSTS',
      hostNames,
      'names such as pairspace.example, separated by commas, or *',
      isExposed ? 'any' : [host],
    ),
    origins: setting(
      'PAIRSPACE_ORIGINS',
      originNames,
      'origins such as https://a.example, separated by commas, or *',
      [],
    ),
    creators: setting('PAIRSPACE_CREATE', oneOf('anyone', 'key'), 'anyone or key', 'anyone'),
    creationRates: {
      sessions: perHour('PAIRSPACE_NEW_SESSIONS', 120),
      profiles: perHour('PAIRSPACE_NEW_PROFILES', 60),
      ratings: perHour('PAIRSPACE_NEW_RATINGS', 60),
      observers: perHour('PAIRSPACE_NEW_OBSERVERS', 60),
      webhooks: perHour('PAIRSPACE_NEW_WEBHOOKS', 60),
    },
  };
};
