/** Why the desktop can't be used. Codes and values are the desktop host's. */
export const desktopSentences = {
  en: {
    'desktop.gone': 'The screen went away. Deskwright tries again when it is back.',
    'desktop.no_screen': 'There is no screen: DISPLAY is not set. Start Deskwright from a graphical session, or set DISPLAY.',
    'desktop.wayland': 'This is a Wayland session, which lets no program see or drive the others. Log in with an X11 (Xorg) session.',
    'desktop.unreachable': 'The screen {display} can’t be reached ({reason}). Check that it runs and that this user may use it.',
    'desktop.no_input': 'The screen {display} takes no synthetic input (its XTEST extension is missing).',
    'desktop.no_keyboard': 'The screen {display} does not tell what its keys write (its XKEYBOARD extension is missing).',
    'desktop.late': 'The part of Deskwright that works on the desktop did not start in time.',
    'desktop.not_started': 'The part of Deskwright that works on the desktop could not be started.',
  },
  zh: {
    'desktop.gone': '屏幕不见了。屏幕恢复后，Deskwright 会再试。',
    'desktop.no_screen': '没有屏幕：未设置 DISPLAY。请在图形会话中启动 Deskwright，或设置 DISPLAY。',
    'desktop.wayland': '当前是 Wayland 会话，它不允许程序查看或操作其他程序。请改用 X11（Xorg）会话登录。',
    'desktop.unreachable': '无法连接屏幕 {display}（{reason}）。请检查它是否在运行，以及当前用户是否有权使用。',
    'desktop.no_input': '屏幕 {display} 不接受模拟输入（缺少 XTEST 扩展）。',
    'desktop.no_keyboard': '屏幕 {display} 不提供键盘布局信息（缺少 XKEYBOARD 扩展）。',
    'desktop.late': 'Deskwright 中操作桌面的部分没有及时启动。',
    'desktop.not_started': 'Deskwright 中操作桌面的部分无法启动。',
  },
} as const;
