/** Sentences of the app's shell: settings, windows, the desktop's state. */
export const appSentences = {
  en: {
    'app.settings_bad': 'Some of your settings could not be read ({what}), so their defaults are used. The file as it was is kept at {kept}.',
    'app.settings_unreadable': 'Your settings at {file} could not be opened ({reason}), so defaults are used. The file was left alone.',
    'app.key_unreadable': 'Your saved API key could not be opened on this system ({reason}). Enter it again in Settings.',
    'app.model_name_missing': 'A model service is set, but no model name, so the offline planner is used. Enter the model name in Settings.',
    'app.workspace_unusable': 'The workspace folder {folder} cannot be used ({reason}). Choose another folder in Settings.',
    'app.workspace_relative': 'The workspace must be a full path, such as /home/you/Documents. This one is not: {folder}',
    'app.no_trace': 'There is no trace yet: it is made by the first run.',
    'app.choose_workspace': 'Choose the folder Deskwright works in',
    'app.test_needs_values': 'Enter an address or a key, and a model name, then test again.',
    'app.demonstration':
      'Make a budget sheet in LibreOffice Calc and save it as demo-budget.ods: Item, Cost; Café, 12.5; 合计材料, 30; Paper, 7.25; Ink, 18; and a total row.',
  },
  zh: {
    'app.settings_bad': '部分设置无法读取（{what}），已改用默认值。原文件保存在 {kept}。',
    'app.settings_unreadable': '无法打开设置文件 {file}（{reason}），已使用默认值。该文件未被改动。',
    'app.key_unreadable': '此系统无法打开已保存的 API 密钥（{reason}）。请在设置中重新输入。',
    'app.model_name_missing': '已设置模型服务，但没有模型名称，因此使用离线规划器。请在设置中填写模型名称。',
    'app.workspace_unusable': '无法使用工作文件夹 {folder}（{reason}）。请在设置中选择其他文件夹。',
    'app.workspace_relative': '工作文件夹必须是完整路径，例如 /home/you/Documents。当前不是：{folder}',
    'app.no_trace': '还没有运行记录：第一次运行后才会生成。',
    'app.choose_workspace': '选择 Deskwright 的工作文件夹',
    'app.test_needs_values': '请填写地址或密钥，以及模型名称，然后再测试。',
    'app.demonstration': '在 LibreOffice Calc 中制作一个预算表并保存为 demo-budget.ods：项目, 费用; Café, 12.5; 合计材料, 30; 纸张, 7.25; 墨水, 18; 并加上合计行。',
  },
} as const;
