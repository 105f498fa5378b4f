import type { SettingTable } from '../setting-description.ts';

const mb = 1024 * 1024;

export const computeSettings: SettingTable = {
  PAIRSPACE_COMPUTE: {
    meaning: 'Jobs for the sandbox: `on`, `workers` (they take them) or `off`',
    byDefault: 'on',
    example: 'workers',
  },
  PAIRSPACE_COMPUTE_SLOTS: { meaning: 'Jobs that run at once; one for each core', example: '4' },
  PAIRSPACE_COMPUTE_MEMORY_MB: {
    meaning: 'Memory that all of them have together; half of the machine’s',
    example: '4096',
  },
  PAIRSPACE_COMPUTE_WARM: {
    meaning: 'Children that are kept ready; one of each runtime',
    example: 'javascript=2,python=1',
  },
  PAIRSPACE_COMPUTE_POLL: { meaning: 'How often the queue is read without a signal', byDefault: '1s', example: '5s' },
  PAIRSPACE_WHEELS: { meaning: 'Folder of Python wheels for every job', example: '/opt/wheels' },
  PAIRSPACE_JOB_LEASE: { meaning: 'How long a lease lasts', byDefault: '30s', example: '60s' },
  PAIRSPACE_JOB_QUEUE_TTL: { meaning: 'How long a job may wait', byDefault: '10m', example: '1h' },
  PAIRSPACE_POOL_RATE_LIMIT: {
    meaning: 'New pools for each address',
    byDefault: 'off',
    whenExposed: '5/h',
    example: '10/h',
  },
  PAIRSPACE_JOB_RATE_LIMIT: {
    meaning: 'New jobs for each address',
    byDefault: 'off',
    whenExposed: '60/m',
    example: '120/m',
  },
  PAIRSPACE_POOL_CREDITS: {
    meaning: 'Credits of a pool',
    byDefault: '1000000000',
    whenExposed: '1000',
    example: '10000',
  },
  PAIRSPACE_QUEUED_JOBS_PER_POOL: { meaning: 'Jobs that may wait in a pool', byDefault: '10000', example: '500' },
  PAIRSPACE_JOB_WALL_MS: { meaning: 'Time that a job may ask for', byDefault: '300000', example: '60000' },
  PAIRSPACE_JOB_CPU_MS: { meaning: 'CPU time that a job may ask for', byDefault: '120000', example: '30000' },
  PAIRSPACE_JOB_MEMORY_MB: { meaning: 'Memory that a job may ask for', byDefault: '1024', example: '512' },
  PAIRSPACE_JOB_DISK_MB: { meaning: 'Disk that a job may ask for', byDefault: '256', example: '64' },
  PAIRSPACE_JOB_MAX_FILES: { meaning: 'Files that a job may ask for', byDefault: '5000', example: '1000' },
  PAIRSPACE_JOB_OUTPUT_BYTES: {
    meaning: 'Output that a job may ask for',
    byDefault: String(8 * mb),
    example: String(mb),
  },
  PAIRSPACE_JOB_CODE_BYTES: { meaning: 'Size of a job’s code', byDefault: '262144', example: '65536' },
  PAIRSPACE_JOB_STDIN_BYTES: { meaning: 'Size of a job’s stdin', byDefault: '262144', example: '65536' },
  PAIRSPACE_JOB_RESULT_BYTES: { meaning: 'Size of a job’s result, as JSON', byDefault: '262144', example: '65536' },
};
