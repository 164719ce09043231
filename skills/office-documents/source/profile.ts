const set = (path: string, name: string, value: string | number | boolean): string => `<item oor:path="/org.openoffice.Office.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/**
 * Settings (registrymodifications.xcu) of the LibreOffice that converts: no macros at all, no link or picture from
 * elsewhere followed, every formula computed anew, no tips, no recovery.
 */
export const profileSettings = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
  set('Common/Security/Scripting', 'MacroSecurityLevel', 3),
  set('Common/Security/Scripting', 'DisableMacrosExecution', true),
  set('Common/Security/Scripting', 'BlockUntrustedRefererLinks', true),
  // 2: never.
  set('Calc/Content/Update', 'Link', 2),
  set('Writer/Content/Update', 'Link', 2),
  // 0: always.
  set('Calc/Formula/Load', 'OOXMLRecalcMode', 0),
  set('Calc/Formula/Load', 'ODFRecalcMode', 0),
  set('Common/Misc', 'FirstRun', false),
  set('Common/Misc', 'ShowTipOfTheDay', false),
  set('Recovery/AutoSave', 'Enabled', false),
  '</oor:items>',
  '',
].join('\n');
