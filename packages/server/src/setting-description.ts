/** What documents and `--help` say of one setting. The test beside this file holds it against the reader. */
export interface SettingDescription {
  /** The heading that it stands under. */
  group: 'Service' | 'Storage and nodes' | 'Access' | 'Limits' | 'Presence' | 'Compute' | 'Webhooks' | 'Log and traces';
  meaning: string;
  /** As text that could be set; absent: nothing is set. */
  byDefault?: string;
  /** The default where others than this machine can reach the service. */
  whenExposed?: string;
  example: string;
}

/** The settings of one heading, by the name of their variable. */
export type SettingTable = Readonly<Record<string, Omit<SettingDescription, 'group'>>>;
