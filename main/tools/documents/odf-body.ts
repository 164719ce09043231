import { readParts, requiredPart } from './archive';
import { passwordFault } from './old-office';
import { childAt, parseXml, type XmlNode } from './xml';

/**
 * The body of an OpenDocument file ("office:text", "office:spreadsheet", "office:presentation").
 * @throws ToolFault UNSUPPORTED when it is protected by a password, ENCODING when it is not what it claims to be
 */
export function odfBody(bytes: Uint8Array, body: string): XmlNode | undefined {
  const parts = readParts(bytes, (name) => name === 'content.xml' || name === 'META-INF/manifest.xml');
  if (parts.get('META-INF/manifest.xml')?.includes('encryption-data')) throw passwordFault();
  return childAt(parseXml(requiredPart(parts, 'content.xml')), 'office:document-content', 'office:body', body);
}
