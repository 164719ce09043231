import type { Preset } from '../../../preload/contract/model-servers';
import type { Language } from '../../../preload/contract/settings';
import { say, type Phrase } from '../../locales/say';

interface Row extends Omit<Preset, 'note' | 'local' | 'needs_key'> {
  local?: boolean;
  note?: Phrase;
}

/**
 * Addresses as the providers' own documentation gives them for OpenAI-compatible clients, and the
 * usual ports of local servers (Ollama 11434, LM Studio 1234, llama.cpp 8080, vLLM 8000). Model
 * names are the usual ones; they change, so the server's own list is asked for where there is one.
 */
const rows: readonly Row[] = [
  { id: 'openai', name: 'OpenAI', url: 'https://api.openai.com/v1', models: ['gpt-5.1', 'gpt-5-mini', 'gpt-4.1', 'gpt-4.1-mini'] },
  { id: 'aihubmix', name: 'AIHubmix', url: 'https://aihubmix.com/v1', models: ['gpt-4.1', 'deepseek-v3.2', 'claude-sonnet-4-5', 'qwen3-max'] },
  { id: 'modelscope', name: 'ModelScope 魔搭', url: 'https://api-inference.modelscope.cn/v1', models: ['Qwen/Qwen3-235B-A22B-Instruct-2507', 'Qwen/Qwen3-VL-235B-A22B-Instruct', 'deepseek-ai/DeepSeek-V3.2', 'ZhipuAI/GLM-4.6'] },
  { id: 'zhipu', name: '智谱 BigModel (GLM)', url: 'https://open.bigmodel.cn/api/paas/v4', models: ['glm-4.6', 'glm-4.5-air', 'glm-4.5v', 'autoglm-phone'] },
  { id: 'dashscope', name: '阿里云百炼 DashScope (Qwen)', url: 'https://dashscope.aliyuncs.com/compatible-mode/v1', models: ['qwen3-max', 'qwen-plus', 'qwen3-vl-plus', 'qwen-flash'] },
  { id: 'deepseek', name: 'DeepSeek', url: 'https://api.deepseek.com/v1', models: ['deepseek-chat', 'deepseek-reasoner'] },
  { id: 'moonshot', name: 'Moonshot (Kimi)', url: 'https://api.moonshot.cn/v1', models: ['kimi-k2-0905-preview', 'kimi-k2-turbo-preview', 'kimi-latest'] },
  { id: 'siliconflow', name: 'SiliconFlow 硅基流动', url: 'https://api.siliconflow.cn/v1', models: ['deepseek-ai/DeepSeek-V3.2', 'Qwen/Qwen3-VL-32B-Instruct', 'zai-org/GLM-4.6', 'moonshotai/Kimi-K2-Instruct-0905'] },
  { id: 'ark', name: '火山方舟 Ark (Doubao)', url: 'https://ark.cn-beijing.volces.com/api/v3', models: ['doubao-seed-1-6-250615', 'doubao-1-5-ui-tars-250428'], note: 'preset.ark' },
  { id: 'openrouter', name: 'OpenRouter', url: 'https://openrouter.ai/api/v1', models: ['openai/gpt-5.1', 'deepseek/deepseek-v3.2', 'qwen/qwen3-vl-235b-a22b-instruct', 'bytedance/ui-tars-1.5-7b'] },
  { id: 'ollama', name: 'Ollama', url: 'http://127.0.0.1:11434/v1', models: ['qwen3:8b', 'qwen3-vl:8b', 'gpt-oss:20b'], local: true, note: 'preset.ollama' },
  { id: 'lmstudio', name: 'LM Studio', url: 'http://127.0.0.1:1234/v1', models: [], local: true, note: 'preset.window' },
  { id: 'llamacpp', name: 'llama.cpp', url: 'http://127.0.0.1:8080/v1', models: [], local: true, note: 'preset.llamacpp' },
  { id: 'vllm', name: 'vLLM', url: 'http://127.0.0.1:8000/v1', models: [], local: true, note: 'preset.vllm' },
];

/** The known servers, with their notes in the person's language. */
export function presets(language: Language): Preset[] {
  return rows.map(({ local = false, note, ...row }) => ({ ...row, local, needs_key: !local, note: note ? say(language, note) : '' }));
}
