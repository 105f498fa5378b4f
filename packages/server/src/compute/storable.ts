/** What a program prints may hold what no text of the contract holds (API-13). */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
