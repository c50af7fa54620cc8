export declare const commands: string[]
export declare const files: Readonly<Record<string, string | Uint8Array>>
