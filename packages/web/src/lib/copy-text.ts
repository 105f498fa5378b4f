/** Copies a text to the clipboard, and says whether it did: the browser may refuse, as it does over plain HTTP. */
export const copyText = async (text: string, refused = 'Select and copy'): Promise<string> => {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return refused;
  }
};
