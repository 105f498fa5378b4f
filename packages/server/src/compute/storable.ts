/** Output of a program without characters that no text of the contract may hold (API-13). */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
