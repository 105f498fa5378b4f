/** The description of one setting in documents and `--help`. A test compares it with the reader. */
export interface SettingDescription {
  /** The heading that it stands under. */
  group: 'Service' | 'Storage and nodes' | 'Access' | 'Limits' | 'Presence' | 'Compute' | 'Webhooks' | 'Log and traces';
  meaning: string;
  /** The default as text; absent for an unset setting. */
  byDefault?: string;
  /** The default where others than this machine can reach the service. */
  whenExposed?: string;
  example: string;
}

/** The settings of one heading, by the name of their variable. */
export type SettingTable = Readonly<Record<string, Omit<SettingDescription, 'group'>>>;
