import { ToolFault } from '../fault';

/** Whether the bytes are a compound file: Office's formats up to 2003, and the wrapping of newer files with a password. */
export function isOldOffice(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, index) => bytes[index] === byte);
}

/** For whatever can only be opened with a password. */
export function passwordFault(): ToolFault {
  return new ToolFault('UNSUPPORTED', 'The file is protected by a password.', 'Ask the person for a copy without one; its own program can save it.');
}
