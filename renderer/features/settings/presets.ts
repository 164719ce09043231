/** Addresses of common providers and of servers on this computer (their usual ports), offered as one types. */
export const presets: readonly { name: string; url: string }[] = [
  { name: 'OpenAI', url: 'https://api.openai.com/v1' },
  { name: 'OpenRouter', url: 'https://openrouter.ai/api/v1' },
  { name: 'DeepSeek', url: 'https://api.deepseek.com/v1' },
  { name: '阿里云百炼 (Qwen)', url: 'https://dashscope.aliyuncs.com/compatible-mode/v1' },
  { name: '智谱 (GLM)', url: 'https://open.bigmodel.cn/api/paas/v4' },
  { name: 'Moonshot (Kimi)', url: 'https://api.moonshot.cn/v1' },
  { name: '火山方舟 (Doubao)', url: 'https://ark.cn-beijing.volces.com/api/v3' },
  { name: 'Groq', url: 'https://api.groq.com/openai/v1' },
  { name: 'Mistral', url: 'https://api.mistral.ai/v1' },
  { name: 'Ollama', url: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', url: 'http://127.0.0.1:1234/v1' },
  { name: 'llama.cpp', url: 'http://127.0.0.1:8080/v1' },
  { name: 'vLLM', url: 'http://127.0.0.1:8000/v1' },
];
