import { isOldOffice } from './old-office';

const kinds: { what: string; begins: (bytes: Buffer) => boolean; hint: string }[] = [
  {
    what: 'a file of an old Office (doc, xls, ppt), or one protected by a password',
    begins: isOldOffice,
    hint: 'Convert a copy with Bash: soffice --headless --convert-to docx (xlsx, pptx) FILE; then read that.',
  },
  { what: 'an archive', begins: (bytes) => starts(bytes, 'PK\x03\x04') || starts(bytes, 'PK\x05\x06'), hint: 'List it with Bash (unzip -l FILE) and unpack what you need into a new folder.' },
  { what: 'an archive', begins: (bytes) => starts(bytes, '\x1f\x8b') || starts(bytes, 'BZh') || starts(bytes, '\xfd7zXZ') || starts(bytes, '\x28\xb5\x2f\xfd') || bytes.toString('latin1', 257, 262) === 'ustar', hint: 'List it with Bash (tar -tf FILE) or unpack it into a new folder.' },
  { what: 'an archive', begins: (bytes) => starts(bytes, '7z\xbc\xaf\x27\x1c') || starts(bytes, 'Rar!'), hint: 'Unpack it with Bash (7z x FILE) into a new folder.' },
  { what: 'a program', begins: (bytes) => starts(bytes, 'MZ') || starts(bytes, '\x7fELF') || starts(bytes, '\xcf\xfa\xed\xfe') || starts(bytes, '\xca\xfe\xba\xbe'), hint: 'There is nothing to read in it; run it only if that is the task.' },
  { what: 'a database (SQLite)', begins: (bytes) => starts(bytes, 'SQLite format 3'), hint: 'Ask it with Bash: sqlite3 FILE .schema' },
  { what: 'a picture of a kind that we do not show', begins: (bytes) => starts(bytes, 'GIF8') || /^ftyp(heic|heix|mif1|hevc)/.test(bytes.toString('latin1', 4, 12)), hint: 'Make a PNG of it with Bash: convert FILE[0] COPY.png; then read that.' },
  { what: 'a film or a sound', begins: (bytes) => starts(bytes, 'ID3') || starts(bytes, 'OggS') || starts(bytes, 'fLaC') || starts(bytes, '\x1aE\xdf\xa3') || /^(RIFF....(WAVE|AVI ))/s.test(bytes.toString('latin1', 0, 12)) || bytes.toString('latin1', 4, 8) === 'ftyp', hint: 'Its facts come from Bash: ffprobe FILE' },
];

const starts = (bytes: Buffer, signature: string): boolean => bytes.toString('latin1', 0, signature.length) === signature;

/** What a file is that can't be read as text, by its first bytes, and what to do instead. */
export function describeBinary(bytes: Buffer): { what: string; hint: string } {
  return kinds.find(({ begins }) => begins(bytes)) ?? { what: 'a binary file', hint: 'Open it with its own program, or inspect it with Bash.' };
}
