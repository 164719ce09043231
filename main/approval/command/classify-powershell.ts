import type { Facts } from '../../tools/tool';
import type { Judgement, Reason } from '../verdict';

/** What one line of a cautious reader would call harmless: a known verb and plain words, nothing that runs, writes or expands. */
const readers = /^(get-childitem|gci|dir|ls|get-location|gl|pwd|get-date|get-command|get-help|get-host|get-item|test-path|resolve-path|split-path|whoami|hostname|ver|git status|git diff|git log|git branch|git --version|node --version|npm --version|python --version|dotnet --version)(\s+[\w.:\\/-]+)*$/i;

/** Red lines in PowerShell and cmd, in whatever order their words stand. */
const redLines: [RegExp, string][] = [
  [/\b(format(\.com)?|format-volume|clear-disk|initialize-disk|diskpart|bcdedit|vssadmin\s+delete|wbadmin\s+delete|cipher\s+\/w)\b(?!-(table|list|wide|custom|hex))/i, 'disk'],
  [/\b(stop-computer|restart-computer|shutdown(\.exe)?|logoff)\b/i, 'power'],
  [/\b(remove-item|ri|rm|del|erase|rd|rmdir)\b[^;|&\n]*\s["']?([a-z]:[\\/]*|[\\/]|~[\\/]*|\$home[\\/]*|\$env:(userprofile|systemroot|windir|systemdrive)[\\/]*|%(userprofile|systemroot|windir|systemdrive)%[\\/]*|[a-z]:[\\/](windows|users|program files)[^;|&\n]*?)\*?["']?(\s|$)/i, 'vital_folder'],
  [/\b(stop-process|taskkill|kill|spps)\b[^;|&\n]*(deskwright|\s\*|\/im\s+\*)/i, 'kill_all'],
  [/sendkeys|\[system\.windows\.forms|user32|sendinput|mouse_event|keybd_event|setcursorpos|graphics\]::|copyfromscreen/i, 'synthetic_input'],
  [/--approve\s+all|deskwright_home/i, 'own_gate'],
];

/** What can't be taken back, by the words that do it. */
const consequences: [RegExp, string][] = [
  [/\b(remove-item|ri|rm|del|erase|rd|rmdir|clear-content|clear-recyclebin|remove-itemproperty)\b/i, 'delete'],
  [/\b(invoke-expression|iex)\b|downloadstring|\bstart-bitstransfer\b|-enc(odedcommand)?\b|frombase64string/i, 'network_code'],
  [/\b(winget|choco|scoop|msiexec|install-module|install-package|uninstall-package|add-appxpackage|remove-appxpackage|npm\s+(i|ci|install|publish)|pip3?\s+(un)?install|dotnet\s+tool|npx)\b/i, 'install'],
  [/\b(stop-process|spps|taskkill|kill)\b/i, 'kill'],
  [/\b(runas)\b|-verb\s+runas|\bsudo\b/i, 'other_account'],
  [/\b(set-executionpolicy|set-service|new-service|stop-service|restart-service|sc(\.exe)?\s|schtasks|register-scheduledtask|reg(\.exe)?\s+(add|delete|import)|set-itemproperty|new-itemproperty|net(\.exe)?\s+(user|localgroup|stop|start|share)|netsh|icacls|takeown|set-acl|attrib|setx|wmic|powercfg|set-mppreference|disable-|enable-windowsoptionalfeature)/i, 'system'],
  [/\bgit\s+[^;|&\n]*(push|reset\s+--hard|clean|rebase|filter-branch|branch\s+-d)/i, 'git'],
  [/-method\s+["']?(post|put|delete|patch)|\b(send-mailmessage|scp|sftp|ssh|ftp|curl(\.exe)?\s[^;|&\n]*\s-(d|F|T|X))\b|uploadfile|uploadstring/i, 'upload'],
  [/\b(cmdkey|get-credential|convertfrom-securestring|vaultcmd)\b/i, 'secrets'],
];

/**
 * Judges a command for PowerShell, whose grammar isn't read here: words are looked for anywhere,
 * so that more is asked than must be; only a plain line of a known reader runs by itself.
 */
export function classifyPowershell({ text, directory, background }: NonNullable<Facts['command']>): Judgement {
  // Backticks, carets and quotes may stand within a word: r`m and R''m are rm.
  const plain = text.replace(/[`^'"]/g, '');
  const redLine = redLines.find(([pattern]) => pattern.test(plain));
  if (redLine) return { level: 'forbidden', reasons: [reason(redLine, plain)], scope: null };
  const found = consequences.filter(([pattern]) => pattern.test(plain));
  if (found.length > 0) return { level: 'consequential', reasons: found.map((entry) => reason(entry, plain)), scope: null };
  if (readers.test(text.trim()) && !background) return { level: 'observe', reasons: [], scope: null };
  return { level: 'risky', reasons: [{ code: 'reason.command.unproven', detail: 'PowerShell' }], scope: `command:${directory}\n${text}` };
}

function reason([pattern, code]: [RegExp, string], text: string): Reason {
  return { code: `reason.command.${code}`, detail: pattern.exec(text)?.[0].trim() ?? '' };
}
