import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's Chromium, or the one that the variable names. */
const executablePath = process.env['PAIRSPACE_TEST_CHROMIUM'] ?? '/usr/bin/chromium';

export const hasBrowser = existsSync(executablePath);

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
