/**
 * Words in a window's title or program name that make it private: black in every picture, its title
 * and elements untold. Programs that keep passwords and keys, and the browsers' private windows in
 * English and Chinese. The person can change the list in the settings.
 */
export const usualPrivateWindows: readonly string[] = [
  '1password', 'bitwarden', 'keepass', 'lastpass', 'dashlane', 'enpass', 'nordpass', 'proton pass', 'roboform', 'password manager', 'passwords and keys', 'seahorse', 'kwallet', 'keychain access', 'gnome-keyring', 'pinentry', 'gcr-prompter', 'polkit', 'authenticator', 'authy',
  'private browsing', 'incognito', 'inprivate', 'private window', 'tor browser',
  '密码管理', '密码和密钥', '密码与密钥', '钥匙串', '隐私浏览', '隐身', '无痕', '无痕式', '私密浏览', '身份验证器',
];
