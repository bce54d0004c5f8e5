/**
 * `stray`: bytes that no table accounts for. `malformed`: the revision contradicts itself or earlier revisions.
 * `unusual`: nothing is contradictory, but readers that repair files may read something else.
 */
export type FaultWeight = 'stray' | 'malformed' | 'unusual';

interface Rule {
  readonly weight: FaultWeight;
  readonly zh: string;
  readonly en: string;
}

/** Rules for files that all readers interpret alike: ISO 32000-2, 7.5, without what it leaves to the reader. */
export const STRUCTURE_RULES = {
  HEADER: {
    weight: 'unusual',
    zh: '文件不是以 %PDF- 开头，不同程序从不同位置计算偏移',
    en: 'the file does not begin with %PDF-, and programs count offsets from different places',
  },
  STARTXREF: {
    weight: 'unusual',
    zh: '结尾的 startxref 写法不规范，有的程序会改为自行搜索对象',
    en: 'the closing startxref does not conform to the standard, and some programs search for objects instead',
  },
  TRAILING_BLANKS: {
    weight: 'unusual',
    zh: '文件结尾后有过多空白，有的程序会改为自行搜索对象',
    en: 'too many blanks follow the end, and some programs search for objects instead',
  },
  GAP: {
    weight: 'unusual',
    zh: '对象之间除少量空白和一行程序名称外还有其他内容',
    en: 'there is more between objects than a few blanks and one line that identifies a program',
  },
  KEYWORD: {
    weight: 'unusual',
    zh: '数据中含有看似文件结构的文字，自行搜索对象的程序会把它当作对象',
    en: 'data contains keywords of the file structure, which programs that search for objects mistake for objects',
  },
  INTEGER: {
    weight: 'unusual',
    zh: '应为整数之处写成了小数',
    en: 'a number with a decimal point is used where an integer is required',
  },
  TOKEN: {
    weight: 'unusual',
    zh: '对象中有不同程序读法不一的写法',
    en: 'an object is written in a way that programs read differently',
  },
  NESTING: {
    weight: 'unusual',
    zh: '对象嵌套过深，有的程序不再读取',
    en: 'objects are nested deeper than some programs read',
  },
  OBJECT_FORM: {
    weight: 'unusual',
    zh: '对象的开头或结尾写法不规范',
    en: 'the beginning or the end of an object does not conform to the standard',
  },
  STREAM_LENGTH: {
    weight: 'unusual',
    zh: '流的长度没有在同一次保存中写明，或与数据的结尾不符',
    en: 'the length of a stream is not part of the same revision, or does not match its data',
  },
  ENCODING: {
    weight: 'unusual',
    zh: '流的压缩或编码方式不规范或数据已损坏，不同程序解出不同的内容',
    en: 'the data of a stream is damaged, or encoded in a way that programs decode differently',
  },
  OBJECT_STREAM: {
    weight: 'unusual',
    zh: '对象流的目录与其中的对象不相符',
    en: 'the index of an object stream does not match the objects in it',
  },
  TABLE_FORM: {
    weight: 'unusual',
    zh: '交叉引用表的写法不规范',
    en: 'a cross-reference table does not conform to the standard',
  },
  PREVIOUS: {
    weight: 'unusual',
    zh: '交叉引用没有指向上一次保存的交叉引用',
    en: 'a cross-reference section does not refer to the previous one',
  },
  UNREACHABLE_OBJECT: {
    weight: 'unusual',
    zh: '新增的对象未被文件的任何部分引用',
    en: 'a new object is not used by any part of the document',
  },
  UNREADABLE_OBJECT: {
    weight: 'unusual',
    zh: '文件引用的对象不在交叉引用所指的位置，有的程序会在别处找到它',
    en: 'an object that the document refers to is not where its cross-reference says; some programs find it elsewhere',
  },
  UNLISTED_OBJECT: {
    weight: 'unusual',
    zh: '文件所用的对象在后面还有一份未列入交叉引用的定义，自行搜索对象的程序会取用它',
    en: 'an object in use is followed by another definition that no cross-reference lists; programs that search for objects use it',
  },
  REPEATED_KEY: {
    weight: 'unusual',
    zh: '对象中同一个键出现两次，不同程序取不同的值',
    en: 'an object has a duplicate key, and programs differ in which value they use',
  },
  EMPTY_REFERENCE: {
    weight: 'unusual',
    zh: '新增的引用指向不存在的对象，有的程序会因此改为自行搜索对象',
    en: 'a new reference is dangling, which makes some programs search for objects',
  },
  STRAY_REFERENCE: {
    weight: 'unusual',
    zh: '引用的代号与对象不符，有的程序在那里找不到对象',
    en: 'a reference has a different generation than its object, and some programs find nothing there',
  },
  NULL_ENTRY: {
    weight: 'unusual',
    zh: '页面把可继承的属性写成空值，不同程序得出不同的页面',
    en: 'a page has a null value for an inheritable attribute, which programs interpret differently',
  },
  LINEARISATION: {
    weight: 'unusual',
    zh: '线性化字典中的文件长度指向后来的版本，有的程序会从文件开头的另一张表读取',
    en: 'the length in the linearisation dictionary is that of a later revision, and some programs read the table at the beginning',
  },
  SIZE: {
    weight: 'malformed',
    zh: '交叉引用声明的对象总数（/Size）与对象不符，有的程序会忽略部分对象',
    en: 'the number of objects (/Size) is wrong, and some programs ignore the objects beyond it',
  },
  SECTION: {
    weight: 'malformed',
    zh: '交叉引用的条目自相矛盾或缺失',
    en: 'the entries of a cross-reference section contradict each other or are missing',
  },
  ENTRY: {
    weight: 'malformed',
    zh: '交叉引用的条目没有指向本次保存中完好的对象',
    en: 'an entry of the cross-references does not lead to a sound object of the same save',
  },
  GENERATION: {
    weight: 'malformed',
    zh: '对象的代号与此前不同，原有引用不再指向它',
    en: 'an object has another generation than before, so that references to it lead nowhere',
  },
  HIDDEN: {
    weight: 'malformed',
    zh: '混合交叉引用把已有对象标为空闲',
    en: 'a hybrid cross-reference section calls an object free that was in use',
  },
  OVERLAP: {
    weight: 'malformed',
    zh: '两个对象占用同一段字节',
    en: 'two objects overlap',
  },
  NO_CLOSING: {
    weight: 'malformed',
    zh: '此次保存没有自己的结尾（startxref）',
    en: 'the save has no closing startxref of its own',
  },
  STRAY_BYTES: {
    weight: 'stray',
    zh: '有不属于任何对象的字节',
    en: 'there are bytes that belong to no object',
  },
  BROKEN_CHAIN: {
    weight: 'stray',
    zh: '最后一次保存的交叉引用没有指向之前的保存，不同程序读出不同内容',
    en: 'the cross-references of the last save do not lead to the saves before it, and programs read different documents',
  },
  STRAY_PACKED: {
    weight: 'stray',
    zh: '对象流中有未列入交叉引用的对象',
    en: 'an object stream holds an object that no cross-reference lists',
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type StructureRule = keyof typeof STRUCTURE_RULES;

/** A violated rule and the file offset of the violation. */
export interface StructureFault {
  readonly rule: StructureRule;
  readonly offset: number;
}

export function fault(rule: StructureRule, offset: number): StructureFault {
  return { rule, offset };
}

export function weightOf({ rule }: StructureFault): FaultWeight {
  return STRUCTURE_RULES[rule].weight;
}

/** Representation in the details of a verification: `STREAM_LENGTH @12345`. */
export function faultDetail({ rule, offset }: StructureFault): string {
  return `${rule} @${offset}`;
}
