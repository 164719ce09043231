/** The tokenizer of OpenAI's models since GPT-4o. Two megabytes: built as a file of its own, loaded only when an estimate is not enough. */
export { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
