import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const quiet = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="FirstRun" oor:op="fuse"><value>false</value></prop></item>
</oor:items>
`;

/**
 * LibreOffice's switch for a profile of its own (a path or file URL). A new profile starts without the
 * tip of the day; an existing one is left as it is. The person's usual profile is never written to.
 */
export function profileSwitch(profile: string): string {
  const folder = profile.startsWith('file:') ? fileURLToPath(profile) : profile;
  const settings = join(folder, 'user', 'registrymodifications.xcu');
  if (!existsSync(settings)) {
    mkdirSync(join(folder, 'user'), { recursive: true });
    writeFileSync(settings, quiet);
  }
  return `-env:UserInstallation=${profile.startsWith('file:') ? profile : `file://${profile}`}`;
}
