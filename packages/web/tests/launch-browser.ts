import { needs } from '@pairspace/testkit/needs';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/**
 * The browser that the variable names, or one of Debian's. The headless shell is the same engine without the windows
 * around it, and takes two thirds of the processor time.
 */
const executablePath = [
  process.env['PAIRSPACE_TEST_CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
].find((path) => path !== undefined && existsSync(path));

export const inBrowser = needs('Chromium', executablePath);

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    // Without these, Chromium imitates a graphics card in software, which takes a tenth of the processor time.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-software-rasterizer'],
  });
