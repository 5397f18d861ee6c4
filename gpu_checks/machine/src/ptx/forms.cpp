// The table of forms, and how instructions are held against it.
#include "forms.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <unordered_map>

namespace layoutcheck::gpu::ptx {

namespace {

struct List {
  std::string_view name;
  std::string_view words;
};
constexpr List lists[] = {
    {"INT", "u16|u32|u64|s16|s32|s64"},
    {"INT8", "u8|u16|u32|u64|s8|s16|s32|s64"},
    {"UP_TO_32", "b8|b16|b32|u8|u16|u32|s8|s16|s32|f32"},
    {"OF_64", "b64|u64|s64|f64"},
    {"CMP", "eq|ne|lt|le|gt|ge"},
    {"UCMP", "lo|ls|hi|hs"},
    {"FCMP", "eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan"},
    {"BOOL", "and|or|xor"},
    {"SCOPE", "cta|cluster|gpu|sys"},
    {"SHARED", "shared|shared::cta|shared::cluster"},
    {"EVICT",
     "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate"},
    {"AHEAD", "L2::64B|L2::128B|L2::256B"},
    {"DIM", "1d|2d|3d|4d|5d"},
    {"PAIR", "cta_group::1|cta_group::2"},
    {"COLLECTOR", "collector::a::fill|collector::a::discard"},
    {"COLLECTOR_OF_B",
     "collector::b0::fill|collector::b0::discard|collector::b1::fill|collector::b1::discard|"
     "collector::b2::fill|collector::b2::discard|collector::b3::fill|collector::b3::discard"},
    {"TIMES", "x1|x2|x4|x8|x16|x32|x64|x128"},
    {"TIMES_FROM_2", "x2|x4|x8|x16|x32|x64|x128"},
    {"NARROW", "e4m3|e5m2|e3m2|e2m3|e2m1"},
    {"KEEP", "L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged"},
};

constexpr Form forms[] = {
    // integers
    {"add|sub INT", "T, T, T"},
    {"add|sub sat s32", "T, T, T"},
    {"add|sub cc u32|s32|u64|s64", "T, T, T"},
    {"addc|subc cc? u32|s32|u64|s64", "T, T, T"},
    {"mul lo|hi INT", "T, T, T"},
    {"mul wide u16|u32|s16|s32", "W, T, T"},
    {"mad lo|hi INT", "T, T, T, T"},
    {"mad wide u16|u32|s16|s32", "W, T, T, W"},
    {"mad lo|hi cc u32|s32|u64|s64", "T, T, T, T"},
    {"madc lo|hi cc? u32|s32|u64|s64", "T, T, T, T"},
    {"mul24 lo|hi u32|s32", "T, T, T"},
    {"mad24 lo|hi u32|s32", "T, T, T, T"},
    {"div|rem|min|max INT", "T, T, T"},
    {"add|min|max u16x2|s16x2", "T, T, T", 80, 90},
    {"min|max relu s32|s16x2", "T, T, T", 80, 90},
    {"abs|neg s16|s32|s64", "T, T"},
    {"sad INT", "T, T, T, T"},
    {"dp4a u32|s32 u32|s32", "b32, b32, b32, b32"},
    {"dp2a lo|hi u32|s32 u32|s32", "b32, b32, b32, b32"},
    // floats
    {"add|sub|mul (rn|rz|rm|rp? ftz? sat?) f32", "T, T, T"},
    {"add|sub|mul (rn|rz|rm|rp? ftz?) f32x2", "T, T, T", 86, 100},
    {"add|sub|mul rn? f64", "T, T, T"},
    {"add|sub|mul (rn? ftz? sat?) f16|f16x2", "T, T, T"},
    {"add|sub|mul rn? bf16|bf16x2", "T, T, T", 78, 90},
    {"add|sub (rn|rz|rm|rp? sat?) f32 f16|bf16", "f32, T, f32", 86, 100},
    {"mad|fma (rn|rz|rm|rp ftz? sat?) f32", "T, T, T, T"},
    {"fma (rn|rz|rm|rp sat?) f32 f16|bf16", "f32, T, T, f32", 86, 100},
    {"fma (rn|rz|rm|rp ftz?) f32x2", "T, T, T, T", 86, 100},
    {"mad|fma rn f64", "T, T, T, T"},
    {"fma (rn ftz? sat?) f16|f16x2", "T, T, T, T"},
    {"fma (rn ftz? relu) f16|f16x2", "T, T, T, T", 70, 80},
    {"fma (rn relu?) bf16|bf16x2", "T, T, T, T", 70, 80},
    {"div (rn|rz|rm|rp|approx ftz?) f32", "T, T, T"},
    {"div full ftz? f32", "T, T, T"},
    {"div rn f64", "T, T, T"},
    {"min|max (ftz? NaN?) f32", "T, T, T"},
    {"min|max (ftz? NaN?) f32", "T, T, T, T", 88, 100},
    {"min|max (ftz? NaN?) f16|f16x2", "T, T, T", 70, 80},
    {"min|max NaN? bf16|bf16x2", "T, T, T", 70, 80},
    {"min|max f64", "T, T, T"},
    {"abs|neg ftz? f32|f16|f16x2", "T, T"},
    {"abs|neg f64|bf16|bf16x2", "T, T"},
    {"rcp|sqrt (rn|approx ftz?) f32", "T, T"},
    {"rcp|sqrt rn f64", "T, T"},
    {"rcp (approx ftz) f64", "T, T"},
    {"rsqrt (approx ftz?) f32|f64", "T, T"},
    {"sin|cos|lg2|ex2 (approx ftz?) f32", "T, T"},
    {"ex2 approx f16|f16x2", "T, T", 70},
    {"ex2 (approx ftz) bf16|bf16x2", "T, T", 78, 90},
    {"tanh approx f32|f16|f16x2", "T, T", 70},
    {"tanh approx bf16|bf16x2", "T, T", 78, 90},
    {"copysign f32|f64", "T, T, T"},
    {"testp finite|infinite|number|notanumber|normal|subnormal f32|f64", "pred, T"},
    // bits, comparisons
    {"and|or|xor pred|b16|b32|b64", "T, T, T"},
    {"not pred|b16|b32|b64", "T, T"},
    {"cnot b16|b32|b64", "T, T"},
    {"shl b16|b32|b64", "T, T, u32"},
    {"shr b16|b32|b64|INT", "T, T, u32"},
    {"shf l|r clamp|wrap b32", "T, T, T, T"},
    {"bfe u32|u64|s32|s64", "T, T, u32, u32"},
    {"bfi b32|b64", "T, T, T, u32, u32"},
    {"popc|clz b32|b64", "u32, T"},
    {"bfind shiftamt? u32|u64|s32|s64", "u32, T"},
    {"brev b32|b64", "T, T"},
    {"prmt b32", "T, T, T, T"},
    {"lop3 b32", "T, T, T, T, 0x78"},
    {"bmsk clamp|wrap b32", "T, u32, u32", 76},
    {"szext clamp|wrap u32|s32", "T, T, u32", 76},
    {"fns b32", "T, T, b32, s32"},
    {"setp CMP INT", "pred/, T, T"},
    {"setp (CMP BOOL) INT", "pred/, T, T, !pred"},
    {"setp UCMP u16|u32|u64", "pred/, T, T"},
    {"setp (UCMP BOOL) u16|u32|u64", "pred/, T, T, !pred"},
    {"setp eq|ne b16|b32|b64", "pred/, T, T"},
    {"setp (eq|ne BOOL) b16|b32|b64", "pred/, T, T, !pred"},
    {"setp (FCMP ftz?) f32", "pred/, T, T"},
    {"setp (FCMP ftz?) f16", "pred, T, T"},
    {"setp (FCMP BOOL ftz?) f32", "pred/, T, T, !pred"},
    {"setp (FCMP BOOL ftz?) f16", "pred, T, T, !pred"},
    {"setp (FCMP ftz?) f16x2", "pred/, T, T"},
    {"setp (FCMP BOOL ftz?) f16x2", "pred/, T, T, !pred"},
    {"setp FCMP f64", "pred/, T, T"},
    {"setp FCMP bf16", "pred, T, T", 78, 90},
    {"setp (FCMP BOOL) f64", "pred/, T, T, !pred"},
    {"setp (FCMP BOOL) bf16", "pred, T, T, !pred", 78, 90},
    {"setp FCMP bf16x2", "pred/, T, T", 78, 90},
    {"setp (FCMP BOOL) bf16x2", "pred/, T, T, !pred", 78, 90},
    {"set CMP u32|s32|f16|f32 INT", "U, T, T"},
    {"set (CMP BOOL) u32|s32|f16|f32 INT", "U, T, T, !pred"},
    {"set UCMP u32|s32|f16|f32 u16|u32|u64", "U, T, T"},
    {"set (UCMP BOOL) u32|s32|f16|f32 u16|u32|u64", "U, T, T, !pred"},
    {"set eq|ne u32|s32|f16|f32 b16|b32|b64", "U, T, T"},
    {"set (eq|ne BOOL) u32|s32|f16|f32 b16|b32|b64", "U, T, T, !pred"},
    {"set (FCMP ftz?) u32|s32|f16|f32 f32", "U, T, T"},
    {"set (FCMP BOOL ftz?) u32|s32|f16|f32 f32", "U, T, T, !pred"},
    {"set FCMP u32|s32|f16|f32 f64", "U, T, T"},
    {"set (FCMP BOOL) u32|s32|f16|f32 f64", "U, T, T, !pred"},
    {"set CMP bf16 INT", "U, T, T", 78, 90},
    {"set (CMP BOOL) bf16 INT", "U, T, T, !pred", 78, 90},
    {"set UCMP bf16 u16|u32|u64", "U, T, T", 78, 90},
    {"set (UCMP BOOL) bf16 u16|u32|u64", "U, T, T, !pred", 78, 90},
    {"set eq|ne bf16 b16|b32|b64", "U, T, T", 78, 90},
    {"set (eq|ne BOOL) bf16 b16|b32|b64", "U, T, T, !pred", 78, 90},
    {"set FCMP bf16 f16|f32|f64", "U, T, T", 78, 90},
    {"set (FCMP BOOL) bf16 f16|f32|f64", "U, T, T, !pred", 78, 90},
    {"set (FCMP ftz?) f16|u16|s16|u32|s32 f16", "U, T, T"},
    {"set (FCMP BOOL ftz?) f16|u16|s16|u32|s32 f16", "U, T, T, !pred"},
    {"set FCMP bf16|u16|s16|u32|s32 bf16", "U, T, T", 78, 90},
    {"set (FCMP BOOL) bf16|u16|s16|u32|s32 bf16", "U, T, T, !pred", 78, 90},
    {"set (FCMP ftz?) f16x2|u32|s32 f16x2", "U, T, T"},
    {"set (FCMP BOOL ftz?) f16x2|u32|s32 f16x2", "U, T, T, !pred"},
    {"set FCMP bf16x2|u32|s32 bf16x2", "U, T, T", 78, 90},
    {"set (FCMP BOOL) bf16x2|u32|s32 bf16x2", "U, T, T, !pred", 78, 90},
    {"selp b16|b32|b64|INT|f32|f64", "T, T, T, pred"},
    {"slct b16|b32|b64|INT|f32|f64 s32", "U, U, U, T"},
    {"slct ftz? b16|b32|b64|INT|f32|f64 f32", "U, U, U, T"},
    // conversions and moves
    {"cvt INT8 INT8", "U, T"},
    {"cvt sat u8 u16|u32|u64|s8|s16|s32|s64", "U, T"},
    {"cvt sat u16 u32|u64|s8|s16|s32|s64", "U, T"},
    {"cvt sat u32 u64|s8|s16|s32|s64", "U, T"},
    {"cvt sat u64 s8|s16|s32|s64", "U, T"},
    {"cvt sat s8 u8|u16|u32|u64|s16|s32|s64", "U, T"},
    {"cvt sat s16 u16|u32|u64|s32|s64", "U, T"},
    {"cvt sat s32 u32|u64|s64", "U, T"},
    {"cvt sat s64 u64", "U, T"},
    {"cvt (rn|rz|rm|rp sat?) f16|f64 INT8", "U, T"},
    {"cvt (rn|rz|rm|rp ftz? sat?) f32 INT8", "U, T"},
    {"cvt rn|rz|rm|rp bf16 INT", "U, T", 78, 90},
    {"cvt (rni|rzi|rmi|rpi ftz? sat?) INT8 f32", "U, T"},
    {"cvt (rni|rzi|rmi|rpi sat?) INT8 f16|f64", "U, T"},
    {"cvt rni|rzi|rmi|rpi INT bf16", "U, T", 78, 90},
    {"cvt (rni|rzi|rmi|rpi? ftz? sat?) f32 f32", "U, T"},
    {"cvt (rni|rzi|rmi|rpi? sat?) f64 f64", "U, T"},
    {"cvt (rni|rzi|rmi|rpi? sat?) f16 f16", "U, T"},
    {"cvt rni|rzi|rmi|rpi? bf16 bf16", "U, T", 78, 90},
    {"cvt (rn|rz|rm|rp ftz? sat?) f32 f64", "U, T"},
    {"cvt (ftz? sat?) f64 f32", "U, T"},
    {"cvt (rn|rz|rm|rp sat?) f16 f64", "U, T"},
    {"cvt (rn|rz|rm|rp ftz? sat?) f16 f32", "U, T"},
    {"cvt (rn|rz relu? satfinite?) f16|bf16 f32", "U, T"},
    {"cvt (rm|rp ftz?) bf16 f32", "U, T", 78, 80},
    {"cvt (rn|rz ftz) bf16 f32", "U, T", 78, 80},
    {"cvt rn|rz|rm|rp? bf16 f16", "U, T", 78, 90},
    {"cvt rn|rz|rm|rp bf16 f64", "U, T", 78, 90},
    {"cvt rn|rz|rm|rp? f16 bf16", "U, T", 78, 90},
    {"cvt (ftz? sat?) f32 f16", "U, T"},
    {"cvt sat? f64 f16", "U, T"},
    {"cvt f32 bf16", "U, T", 71, 80},
    {"cvt ftz f32 bf16", "U, T", 78, 90},
    {"cvt f64 bf16", "U, T", 78, 90},
    {"cvt rna tf32 f32", "U, T", 70, 80},
    {"cvt rn|rz tf32 f32", "U, T", 78, 90},
    {"cvt (rn|rz relu? satfinite?) f16x2|bf16x2 f32", "U, T, T", 70, 80},
    {"cvt (rn satfinite relu?) e4m3x2|e5m2x2 f32", "U, T, T", 81, 89},
    {"cvt (rn satfinite relu?) e4m3x2|e5m2x2 f16x2", "U, T", 81, 89},
    {"cvt (rn relu?) f16x2 e4m3x2|e5m2x2", "U, T", 81, 89},
    {"cvt (rn satfinite relu?) e2m1x2|e2m3x2|e3m2x2 f32", "U, T, T", 86, 100, true},
    {"cvt (rn relu?) f16x2 e2m1x2|e2m3x2|e3m2x2", "U, T", 86, 100, true},
    {"cvt (rz|rp satfinite?) ue8m0x2 f32", "U, T, T", 86, 100, true},
    {"cvt (rz|rp satfinite?) ue8m0x2 bf16x2", "U, T", 86, 100, true},
    {"cvt rn bf16x2 ue8m0x2", "U, T", 86, 100, true},
    {"cvt (rs relu? satfinite?) f16x2|bf16x2 f32", "U, T, T, b32", 87, 100, true},
    {"cvt (rn satfinite relu?) e4m3x2|e5m2x2 bf16x2", "U, T", 91, 100, true},
    {"cvt (rn satfinite relu?) e2m1x2|e2m3x2|e3m2x2 f16x2|bf16x2", "U, T", 91, 100, true},
    {"cvt (rn satfinite relu?) s2f6x2 f32", "U, T, T", 91, 100, true},
    {"cvt (rn satfinite relu? scaled::n2::ue8m0) s2f6x2 f32", "U, T, T, b16", 91, 100, true},
    {"cvt (rn satfinite relu?) s2f6x2 bf16x2", "U, T", 91, 100, true},
    {"cvt (rn satfinite relu? scaled::n2::ue8m0) s2f6x2 bf16x2", "U, T, b16", 91, 100, true},
    {"cvt (rn satfinite? relu?) bf16x2 s2f6x2", "U, T", 91, 100, true},
    {"cvt (rn satfinite? relu? scaled::n2::ue8m0) bf16x2 s2f6x2", "U, T, b16", 91, 100, true},
    {"mov pred|b16|b32|b64|INT|f32|f64", "T, T"},
    {"mov b32|b64", "{halves}, T"},
    {"mov b32|b64", "T, {halves}"},
    {"mov b16", "{halves}, T"},
    {"mov b16", "T, {halves}"},
    {"mov b32", "{quarters}, T"},
    {"mov b32", "T, {quarters}"},
    {"mov b64", "{quarters}, T"},
    {"mov b64", "T, {quarters}"},
    {"mov b128", "T, T", 83},
    {"mov b128", "{halves}, T", 83},
    {"mov b128", "T, {halves}", 83},
    {"cvta to? global|local|SHARED|const|param|param::entry u64", "T, T"},
    {"isspacep global|local|SHARED|param|param::entry", "pred, b64"},
    {"mapa u32|s32|u64|s64", "T, T, u32", 78, 90},
    {"mapa shared::cluster u32|s32|u64|s64", "T, T, u32", 78, 90},
    {"getctarank shared::cluster? u32|s32|u64|s64", "u32, T", 78, 90},
    {"createpolicy fractional KEEP L2::evict_first|L2::evict_unchanged? b64", "T, f32?", 74, 80},
    {"createpolicy range global? KEEP L2::evict_first|L2::evict_unchanged? b64", "T, [g], u32, u32",
     74, 80},
    {"createpolicy cvt L2 b64", "T, 0x10000000", 74, 80},
    {"activemask b32", "T"},
    // memory
    {"ld (weak? const|local|param|param::entry|param::func|SHARED ca|cg|cs|lu|cv? v2|v4?) UP_TO_32",
     "E, [M]"},
    {"ld (weak? const|local|param|param::entry|param::func|SHARED ca|cg|cs|lu|cv? v2?) OF_64",
     "E, [M]"},
    {"ld (weak? global? ca|cg|cs|lu|cv|EVICT? AHEAD? v2|v4?) UP_TO_32", "E, [M]"},
    {"ld (weak? global? ca|cg|cs|lu|cv|EVICT? AHEAD? v2?) OF_64", "E, [M]"},
    {"ld (weak? global? EVICT? L2::cache_hint AHEAD? v2|v4?) UP_TO_32", "E, [M], b64", 74, 80},
    {"ld (weak? global? EVICT? L2::cache_hint AHEAD? v2?) OF_64", "E, [M], b64", 74, 80},
    {"ld (global ca|cg|cs? nc AHEAD? v2|v4?) UP_TO_32", "E, [M]"},
    {"ld (global ca|cg|cs? nc AHEAD? v2?) OF_64", "E, [M]"},
    {"ld (global nc EVICT AHEAD? v2|v4?) UP_TO_32", "E, [M]", 74},
    {"ld (global nc EVICT AHEAD? v2?) OF_64", "E, [M]", 74},
    {"ld (global nc EVICT? L2::cache_hint AHEAD? v2|v4?) UP_TO_32", "E, [M], b64", 74, 80},
    {"ld (global nc EVICT? L2::cache_hint AHEAD? v2?) OF_64", "E, [M], b64", 74, 80},
    {"ld (weak? global? EVICT? AHEAD? v8) b32|u32|s32|f32", "E, [M]", 88, 100},
    {"ld (weak? global? EVICT? AHEAD? v4) OF_64", "E, [M]", 88, 100},
    {"ld (global EVICT? nc AHEAD? v8) b32|u32|s32|f32", "E, [M]", 88, 100},
    {"ld (global EVICT? nc AHEAD? v4) OF_64", "E, [M]", 88, 100},
    {"ld (volatile global|SHARED? v2|v4?) UP_TO_32", "E, [M]"},
    {"ld (volatile global|SHARED? v2?) OF_64", "E, [M]"},
    {"ld (relaxed|acquire SCOPE SHARED v2|v4?) UP_TO_32", "E, [M]"},
    {"ld (relaxed|acquire SCOPE SHARED v2?) OF_64", "E, [M]"},
    {"ld (relaxed|acquire SCOPE global? EVICT? AHEAD? v2|v4?) UP_TO_32", "E, [M]", 74},
    {"ld (relaxed|acquire SCOPE global? EVICT? AHEAD? v2?) OF_64", "E, [M]"},
    {"ld (relaxed|acquire SCOPE global? EVICT? L2::cache_hint AHEAD? v2|v4?) UP_TO_32",
     "E, [M], b64", 74, 80},
    {"ld (relaxed|acquire SCOPE global? EVICT? L2::cache_hint AHEAD? v2?) OF_64", "E, [M], b64", 74,
     80},
    {"ld (mmio relaxed sys global?) UP_TO_32|OF_64", "E, [M]", 82},
    {"ld (weak? const|local|param|param::entry|param::func|SHARED ca|cg|cs|lu|cv?) b128", "T, [M]",
     83},
    {"ld (weak? global? ca|cg|cs|lu|cv|EVICT? AHEAD?) b128", "T, [M]", 83},
    {"ld (global ca|cg|cs? nc AHEAD?) b128", "T, [M]", 83},
    {"ld (volatile global|SHARED?) b128", "T, [M]", 83},
    {"ld (relaxed|acquire SCOPE global|SHARED?) b128", "T, [M]", 84},
    {"ldu (global? v2|v4?) UP_TO_32", "E, [M]"},
    {"ldu (global? v2?) OF_64", "E, [M]"},
    {"st (weak? local|SHARED wb|cg|cs|wt? v2|v4?) UP_TO_32", "[M], E"},
    {"st (weak? local|SHARED wb|cg|cs|wt? v2?) OF_64", "[M], E"},
    {"st (param|param::func v2|v4?) UP_TO_32", "[M], E"},
    {"st (param|param::func v2?) OF_64", "[M], E"},
    {"st (weak? global? wb|cg|cs|wt|EVICT? v2|v4?) UP_TO_32", "[M], E"},
    {"st (weak? global? wb|cg|cs|wt|EVICT? v2?) OF_64", "[M], E"},
    {"st (weak? global? EVICT? L2::cache_hint v2|v4?) UP_TO_32", "[M], E, b64", 74, 80},
    {"st (weak? global? EVICT? L2::cache_hint v2?) OF_64", "[M], E, b64", 74, 80},
    {"st (weak? global? EVICT? v8) b32|u32|s32|f32", "[M], E", 88, 100},
    {"st (weak? global? EVICT? v4) OF_64", "[M], E", 88, 100},
    {"st (volatile global|SHARED? v2|v4?) UP_TO_32", "[M], E"},
    {"st (volatile global|SHARED? v2?) OF_64", "[M], E"},
    {"st (relaxed|release SCOPE SHARED v2|v4?) UP_TO_32", "[M], E"},
    {"st (relaxed|release SCOPE SHARED v2?) OF_64", "[M], E"},
    {"st (relaxed|release SCOPE global? EVICT? v2|v4?) UP_TO_32", "[M], E"},
    {"st (relaxed|release SCOPE global? EVICT? v2?) OF_64", "[M], E"},
    {"st (relaxed|release SCOPE global? EVICT? L2::cache_hint v2|v4?) UP_TO_32", "[M], E, b64", 74,
     80},
    {"st (relaxed|release SCOPE global? EVICT? L2::cache_hint v2?) OF_64", "[M], E, b64", 74, 80},
    {"st (mmio relaxed sys global?) UP_TO_32|OF_64", "[M], E", 82},
    {"st (weak? local|SHARED wb|cg|cs|wt?) b128", "[M], T", 83},
    {"st (weak? global? wb|cg|cs|wt|EVICT?) b128", "[M], T", 83},
    {"st (volatile global|SHARED?) b128", "[M], T", 83},
    {"st (relaxed|release SCOPE global|SHARED?) b128", "[M], T", 84},
    {"st async weak? shared::cluster? mbarrier::complete_tx::bytes b32|b64|u32|u64|s32|s64|f32|f64",
     "[s], T, [s]", 81, 90},
    {"st async weak? shared::cluster? mbarrier::complete_tx::bytes v2 "
     "b32|b64|u32|u64|s32|s64|f32|f64",
     "[s], E, [s]", 81, 90},
    {"st async weak? shared::cluster? mbarrier::complete_tx::bytes v4 b32|u32|s32|f32",
     "[s], E, [s]", 81, 90},
    {"red async relaxed cluster shared::cluster? mbarrier::complete_tx::bytes inc|dec u32",
     "[s], T, [s]", 81, 90},
    {"red async relaxed cluster shared::cluster? mbarrier::complete_tx::bytes min|max u32|s32",
     "[s], T, [s]", 81, 90},
    {"red async relaxed cluster shared::cluster? mbarrier::complete_tx::bytes add u32|s32|u64",
     "[s], T, [s]", 81, 90},
    {"red async relaxed cluster shared::cluster? mbarrier::complete_tx::bytes BOOL b32",
     "[s], T, [s]", 81, 90},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global|SHARED? add) u32|s32|u64|f32|f64",
     "T, [M], T"},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global|SHARED? add noftz) f16|f16x2",
     "T, [M], T"},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global|SHARED? add noftz) bf16|bf16x2",
     "T, [M], T", 78, 90},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global|SHARED? min|max) u32|s32|u64|s64",
     "T, [M], T"},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global|SHARED? inc|dec) u32", "T, [M], T"},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global|SHARED? BOOL|exch) b32|b64",
     "T, [M], T"},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global|SHARED? cas) b16|b32|b64",
     "T, [M], T, T"},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global? add L2::cache_hint) "
     "u32|s32|u64|f32|f64",
     "T, [M], T, b64", 74, 80},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global|SHARED? cas) b128", "T, [M], T, T", 84,
     90},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global|SHARED? exch) b128", "T, [M], T", 84,
     90},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global? add v2|v4) f32", "E, [M], E", 81, 90},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global? add|min|max noftz v2|v4|v8) f16|bf16",
     "E, [M], E", 81, 90},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global? add|min|max noftz v2|v4) f16x2|bf16x2",
     "E, [M], E", 81, 90},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global? add L2::cache_hint v2|v4) f32",
     "E, [M], E, b64", 81, 90},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global? add|min|max noftz L2::cache_hint "
     "v2|v4|v8) f16|bf16",
     "E, [M], E, b64", 81, 90},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global? add|min|max noftz L2::cache_hint "
     "v2|v4) f16x2|bf16x2",
     "E, [M], E, b64", 81, 90},
    {"red (relaxed|release? SCOPE? global? add v2|v4) f32", "[M], E", 81, 90},
    {"red (relaxed|release? SCOPE? global? add|min|max noftz v2|v4|v8) f16|bf16", "[M], E", 81, 90},
    {"red (relaxed|release? SCOPE? global? add|min|max noftz v2|v4) f16x2|bf16x2", "[M], E", 81,
     90},
    {"red (relaxed|release? SCOPE? global? add L2::cache_hint v2|v4) f32", "[M], E, b64", 81, 90},
    {"red (relaxed|release? SCOPE? global? add|min|max noftz L2::cache_hint v2|v4|v8) f16|bf16",
     "[M], E, b64", 81, 90},
    {"red (relaxed|release? SCOPE? global? add|min|max noftz L2::cache_hint v2|v4) f16x2|bf16x2",
     "[M], E, b64", 81, 90},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global? add noftz L2::cache_hint) f16|f16x2",
     "T, [M], T, b64", 74, 80},
    {"atom (relaxed|acquire|release|acq_rel? SCOPE? global? add noftz L2::cache_hint) bf16|bf16x2",
     "T, [M], T, b64", 78, 90},
    {"red (relaxed|release? SCOPE? global? add noftz L2::cache_hint) f16|f16x2", "[M], T, b64", 74,
     80},
    {"red (relaxed|release? SCOPE? global? add noftz L2::cache_hint) bf16|bf16x2", "[M], T, b64",
     78, 90},
    {"red (relaxed|release? SCOPE? global|SHARED? add) u32|s32|u64|f32|f64", "[M], T"},
    {"red (relaxed|release? SCOPE? global|SHARED? add noftz) f16|f16x2", "[M], T"},
    {"red (relaxed|release? SCOPE? global|SHARED? add noftz) bf16|bf16x2", "[M], T", 78, 90},
    {"red (relaxed|release? SCOPE? global|SHARED? min|max) u32|s32|u64|s64", "[M], T"},
    {"red (relaxed|release? SCOPE? global|SHARED? inc|dec) u32", "[M], T"},
    {"red (relaxed|release? SCOPE? global|SHARED? BOOL) b32|b64", "[M], T"},
    {"red (relaxed|release? SCOPE? global? add L2::cache_hint) u32|s32|u64|f32|f64", "[M], T, b64",
     74, 80},
    {"multimem ld_reduce (weak? global? add) u32|s32|u64", "T, [M]", 81, 90},
    {"multimem ld_reduce (weak? global? min|max) u32|s32|u64|s64", "T, [M]", 81, 90},
    {"multimem ld_reduce (weak? global? BOOL) b32|b64", "T, [M]", 81, 90},
    {"multimem ld_reduce (weak? global? add) f32|f64", "T, [M]", 81, 90},
    {"multimem ld_reduce (weak? global? add v2|v4) f32", "E, [M]", 81, 90},
    {"multimem ld_reduce (weak? global? add|min|max) f16x2|bf16x2", "T, [M]", 81, 90},
    {"multimem ld_reduce (weak? global? add|min|max v2|v4|v8) f16|bf16", "E, [M]", 81, 90},
    {"multimem ld_reduce (weak? global? add|min|max v2|v4) f16x2|bf16x2", "E, [M]", 81, 90},
    {"multimem ld_reduce (weak? global? add acc::f32) f16x2|bf16x2", "T, [M]", 82, 90},
    {"multimem ld_reduce (weak? global? add acc::f32 v2|v4|v8) f16|bf16", "E, [M]", 82, 90},
    {"multimem ld_reduce (weak? global? add acc::f32 v2|v4) f16x2|bf16x2", "E, [M]", 82, 90},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? add) u32|s32|u64", "T, [M]", 81, 90},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? min|max) u32|s32|u64|s64", "T, [M]", 81,
     90},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? BOOL) b32|b64", "T, [M]", 81, 90},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? add) f32|f64", "T, [M]", 81, 90},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? add v2|v4) f32", "E, [M]", 81, 90},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? add|min|max) f16x2|bf16x2", "T, [M]", 81,
     90},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? add|min|max v2|v4|v8) f16|bf16", "E, [M]",
     81, 90},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? add|min|max v2|v4) f16x2|bf16x2", "E, [M]",
     81, 90},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? add acc::f32) f16x2|bf16x2", "T, [M]", 82,
     90},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? add acc::f32 v2|v4|v8) f16|bf16", "E, [M]",
     82, 90},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? add acc::f32 v2|v4) f16x2|bf16x2", "E, [M]",
     82, 90},
    {"multimem ld_reduce (weak? global? add|min|max v2|v4?) e4m3x4|e5m2x4", "E, [M]", 86, 100,
     true},
    {"multimem ld_reduce (weak? global? add|min|max v2|v4|v8) e4m3x2|e5m2x2", "E, [M]", 86, 100,
     true},
    {"multimem ld_reduce (weak? global? add|min|max v4|v8) e4m3|e5m2", "E, [M]", 86, 100, true},
    {"multimem ld_reduce (weak? global? add acc::f16 v2|v4?) e4m3x4|e5m2x4", "E, [M]", 86, 100,
     true},
    {"multimem ld_reduce (weak? global? add acc::f16 v2|v4|v8) e4m3x2|e5m2x2", "E, [M]", 86, 100,
     true},
    {"multimem ld_reduce (weak? global? add acc::f16 v4|v8) e4m3|e5m2", "E, [M]", 86, 100, true},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? add|min|max v2|v4?) e4m3x4|e5m2x4",
     "E, [M]", 86, 100, true},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? add|min|max v2|v4|v8) e4m3x2|e5m2x2",
     "E, [M]", 86, 100, true},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? add|min|max v4|v8) e4m3|e5m2", "E, [M]", 86,
     100, true},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? add acc::f16 v2|v4?) e4m3x4|e5m2x4",
     "E, [M]", 86, 100, true},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? add acc::f16 v2|v4|v8) e4m3x2|e5m2x2",
     "E, [M]", 86, 100, true},
    {"multimem ld_reduce (relaxed|acquire SCOPE global? add acc::f16 v4|v8) e4m3|e5m2", "E, [M]",
     86, 100, true},
    {"multimem st (weak? global?) b32|b64|u32|u64|s32|s64|f32|f64|f16x2|bf16x2", "[M], T", 81, 90},
    {"multimem st (weak? global? v2|v4) f32|f16x2|bf16x2", "[M], E", 81, 90},
    {"multimem st (weak? global? v2|v4|v8) f16|bf16", "[M], E", 81, 90},
    {"multimem st (relaxed|release SCOPE global?) b32|b64|u32|u64|s32|s64|f32|f64|f16x2|bf16x2",
     "[M], T", 81, 90},
    {"multimem st (relaxed|release SCOPE global? v2|v4) f32|f16x2|bf16x2", "[M], E", 81, 90},
    {"multimem st (relaxed|release SCOPE global? v2|v4|v8) f16|bf16", "[M], E", 81, 90},
    {"multimem st (weak? global? v2|v4?) e4m3x4|e5m2x4", "[M], E", 86, 100, true},
    {"multimem st (weak? global? v2|v4|v8) e4m3x2|e5m2x2", "[M], E", 86, 100, true},
    {"multimem st (weak? global? v4|v8) e4m3|e5m2", "[M], E", 86, 100, true},
    {"multimem st (relaxed|release SCOPE global? v2|v4?) e4m3x4|e5m2x4", "[M], E", 86, 100, true},
    {"multimem st (relaxed|release SCOPE global? v2|v4|v8) e4m3x2|e5m2x2", "[M], E", 86, 100, true},
    {"multimem st (relaxed|release SCOPE global? v4|v8) e4m3|e5m2", "[M], E", 86, 100, true},
    {"multimem red (global? add) u32|s32|u64|f32|f64|f16x2|bf16x2", "[M], T", 81, 90},
    {"multimem red (global? min|max) u32|s32|u64|s64", "[M], T", 81, 90},
    {"multimem red (global? BOOL) b32|b64", "[M], T", 81, 90},
    {"multimem red (global? add v2|v4) f32|f16x2|bf16x2", "[M], E", 81, 90},
    {"multimem red (global? add v2|v4|v8) f16|bf16", "[M], E", 81, 90},
    {"multimem red (relaxed|release SCOPE global? add) u32|s32|u64|f32|f64|f16x2|bf16x2", "[M], T",
     81, 90},
    {"multimem red (relaxed|release SCOPE global? min|max) u32|s32|u64|s64", "[M], T", 81, 90},
    {"multimem red (relaxed|release SCOPE global? BOOL) b32|b64", "[M], T", 81, 90},
    {"multimem red (relaxed|release SCOPE global? add v2|v4) f32|f16x2|bf16x2", "[M], E", 81, 90},
    {"multimem red (relaxed|release SCOPE global? add v2|v4|v8) f16|bf16", "[M], E", 81, 90},
    {"prefetch global|local? L1|L2", "[M]"},
    {"prefetch global? L2::evict_last|L2::evict_normal", "[M]", 74, 80},
    {"prefetch const|param? tensormap", "[M]", 80, 90},
    {"prefetchu L1", "[M]"},
    {"discard global? L2", "[M], 128", 74, 80},
    {"applypriority global? L2::evict_normal", "[M], 128", 74, 80},
    // control
    {"bra uni?", "label"},
    {"brx idx uni?", "u32, labels"},
    {"exit|trap|brkpt", ""},
    {"ret uni?", ""},
    {"call uni?", "..."},
    {"bar sync", "u32, u32?"},
    {"bar cta sync", "u32, u32?", 78},
    {"bar|barrier cta? arrive", "u32, u32"},
    {"bar cta? red popc u32", "T, u32, !pred"},
    {"bar cta? red popc u32", "T, u32, u32, !pred"},
    {"bar cta? red and|or pred", "T, u32, !pred"},
    {"bar cta? red and|or pred", "T, u32, u32, !pred"},
    {"bar warp sync", "b32"},
    {"barrier cta? sync aligned?", "u32, u32?"},
    {"barrier cta? arrive aligned", "u32, u32"},
    {"barrier cta? red popc aligned? u32", "T, u32, !pred"},
    {"barrier cta? red popc aligned? u32", "T, u32, u32, !pred"},
    {"barrier cta? red and|or aligned? pred", "T, u32, !pred"},
    {"barrier cta? red and|or aligned? pred", "T, u32, u32, !pred"},
    {"barrier cluster arrive|wait aligned?", "", 78, 90},
    {"barrier cluster arrive release|relaxed aligned?", "", 80, 90},
    {"barrier cluster wait acquire aligned?", "", 80, 90},
    {"membar cta|gl|sys", ""},
    {"membar|fence proxy alias", "", 75},
    {"fence proxy async global|shared::cta|shared::cluster?", "", 80, 90},
    {"fence proxy tensormap::generic release SCOPE", "", 83, 90},
    {"fence proxy tensormap::generic acquire SCOPE", "[g], 128", 83, 90},
    {"fence proxy async::generic acquire sync_restrict::shared::cluster cluster", "", 86, 90},
    {"fence proxy async::generic release sync_restrict::shared::cta cluster", "", 86, 90},
    {"fence mbarrier_init release cluster", "", 80, 90},
    {"fence sc|acq_rel|acquire|release SCOPE", ""},
    {"fence SCOPE", ""},
    {"fence acquire sync_restrict::shared::cluster cluster", "", 86, 90},
    {"fence release sync_restrict::shared::cta cluster", "", 86, 90},
    {"nanosleep u32", "T"},
    {"griddepcontrol launch_dependents|wait", "", 78, 90},
    {"setmaxnreg inc|dec sync aligned u32", "40", 80, 90, true},
    {"pmevent mask?", "1"},
    // lanes of a warp
    {"shfl sync up|down|bfly|idx b32", "b32/, b32, b32, b32, b32"},
    {"vote (sync all|any|uni) pred", "T, !pred, b32"},
    {"vote (sync ballot) b32", "T, !pred, b32"},
    {"match (any sync) b32|b64", "b32, T, b32"},
    {"match (all sync) b32|b64", "b32/, T, b32"},
    {"redux (sync add|min|max) u32|s32", "T, T, b32", 70, 80},
    {"redux (sync BOOL) b32", "T, T, b32", 70, 80},
    {"redux (sync min|max abs? NaN?) f32", "T, T, b32", 86, 100, true},
    {"elect sync", "b32|pred, b32", 80, 90},
    // matrices
    {"ldmatrix (sync aligned m8n8 x1 trans? shared|shared::cta?) b16", "{b32}, [M]", 65},
    {"ldmatrix (sync aligned m8n8 x2 trans? shared|shared::cta?) b16", "{b32, b32}, [M]", 65},
    {"ldmatrix (sync aligned m8n8 x4 trans? shared|shared::cta?) b16", "{b32, b32, b32, b32}, [M]",
     65},
    {"ldmatrix (sync aligned m8n16 x1 shared|shared::cta?) b8x16 b6x16_p32|b4x16_p64", "{b32}, [M]",
     86, 100, true},
    {"ldmatrix (sync aligned m8n16 x2 shared|shared::cta?) b8x16 b6x16_p32|b4x16_p64",
     "{b32, b32}, [M]", 86, 100, true},
    {"ldmatrix (sync aligned m8n16 x4 shared|shared::cta?) b8x16 b6x16_p32|b4x16_p64",
     "{b32, b32, b32, b32}, [M]", 86, 100, true},
    {"ldmatrix (sync aligned m16n16 x1 trans shared|shared::cta?) b8", "{b32, b32}, [M]", 86, 100,
     true},
    {"ldmatrix (sync aligned m16n16 x2 trans shared|shared::cta?) b8", "{b32, b32, b32, b32}, [M]",
     86, 100, true},
    {"ldmatrix (sync aligned m16n16 x1 trans shared|shared::cta?) b8x16 b6x16_p32|b4x16_p64",
     "{b32, b32}, [M]", 86, 100, true},
    {"ldmatrix (sync aligned m16n16 x2 trans shared|shared::cta?) b8x16 b6x16_p32|b4x16_p64",
     "{b32, b32, b32, b32}, [M]", 86, 100, true},
    {"stmatrix (sync aligned m8n8 x1 trans? shared|shared::cta?) b16", "[M], {b32}", 78, 90},
    {"stmatrix (sync aligned m8n8 x2 trans? shared|shared::cta?) b16", "[M], {b32, b32}", 78, 90},
    {"stmatrix (sync aligned m8n8 x4 trans? shared|shared::cta?) b16", "[M], {b32, b32, b32, b32}",
     78, 90},
    {"stmatrix (sync aligned m16n8 x1 trans shared|shared::cta?) b8", "[M], {b32}", 86, 100, true},
    {"stmatrix (sync aligned m16n8 x2 trans shared|shared::cta?) b8", "[M], {b32, b32}", 86, 100,
     true},
    {"stmatrix (sync aligned m16n8 x4 trans shared|shared::cta?) b8", "[M], {b32, b32, b32, b32}",
     86, 100, true},
    {"movmatrix (sync aligned m8n8 trans) b16", "b32, b32", 78},
    {"mma sync aligned m16n8k8 row col f32 f16 f16 f32",
     "{f32, f32, f32, f32}, {b32, b32}, {b32}, {f32, f32, f32, f32}", 65},
    {"mma sync aligned m16n8k8 row col f32 bf16 bf16 f32",
     "{f32, f32, f32, f32}, {b32, b32}, {b32}, {f32, f32, f32, f32}", 70, 80},
    {"mma sync aligned m16n8k8 row col f16 f16 f16 f16",
     "{b32, b32}, {b32, b32}, {b32}, {b32, b32}", 65},
    {"mma sync aligned m16n8k16 row col f32 f16 f16 f32",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32}, {f32, f32, f32, f32}", 70, 80},
    {"mma sync aligned m16n8k16 row col f32 bf16 bf16 f32",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32}, {f32, f32, f32, f32}", 70, 80},
    {"mma sync aligned m16n8k16 row col f16 f16 f16 f16",
     "{b32, b32}, {b32, b32, b32, b32}, {b32, b32}, {b32, b32}", 70, 80},
    {"mma sync aligned m16n8k4 row col f32 tf32 tf32 f32",
     "{f32, f32, f32, f32}, {b32, b32}, {b32}, {f32, f32, f32, f32}", 70, 80},
    {"mma sync aligned m16n8k8 row col f32 tf32 tf32 f32",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32}, {f32, f32, f32, f32}", 70, 80},
    {"mma sync aligned m8n8k16 row col satfinite? s32 u8|s8 u8|s8 s32",
     "{s32, s32}, {b32}, {b32}, {s32, s32}", 65},
    {"mma sync aligned m16n8k16 row col satfinite? s32 u8|s8 u8|s8 s32",
     "{s32, s32, s32, s32}, {b32, b32}, {b32}, {s32, s32, s32, s32}", 70, 80},
    {"mma sync aligned m16n8k32 row col satfinite? s32 u8|s8 u8|s8 s32",
     "{s32, s32, s32, s32}, {b32, b32, b32, b32}, {b32, b32}, {s32, s32, s32, s32}", 70, 80},
    {"mma sync aligned m16n8k32 row col f32 e4m3|e5m2 e4m3|e5m2 f32",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32}, {f32, f32, f32, f32}", 84, 89},
    {"mma sync aligned m16n8k32 row col f16 e4m3|e5m2 e4m3|e5m2 f16",
     "{b32, b32}, {b32, b32, b32, b32}, {b32, b32}, {b32, b32}", 87, 89},
    {"mma sync aligned m16n8k16 row col f32 e4m3|e5m2 e4m3|e5m2 f32",
     "{f32, f32, f32, f32}, {b32, b32}, {b32}, {f32, f32, f32, f32}", 87, 89},
    {"mma sync aligned m16n8k16 row col f16 e4m3|e5m2 e4m3|e5m2 f16",
     "{b32, b32}, {b32, b32}, {b32}, {b32, b32}", 87, 89},
    {"mma sync aligned kind::f8f6f4 m16n8k32 row col f32 "
     "NARROW NARROW f32",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32}, {f32, f32, f32, f32}", 87, 120, true},
    {"mma sync aligned kind::f8f6f4 m16n8k32 row col f16 "
     "NARROW NARROW f16",
     "{b32, b32}, {b32, b32, b32, b32}, {b32, b32}, {b32, b32}", 87, 120, true},
    {"mma sync aligned kind::mxf8f6f4 block_scale scale_vec::1X? m16n8k32 row col f32 "
     "NARROW NARROW f32 ue8m0",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32}, {f32, f32, f32, f32}, b32, "
     "{b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"mma sync aligned kind::mxf4 block_scale scale_vec::2X? m16n8k64 row col f32 "
     "e2m1 e2m1 f32 ue8m0",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32}, {f32, f32, f32, f32}, b32, "
     "{b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"mma sync aligned kind::mxf4nvf4 block_scale scale_vec::2X m16n8k64 row col f32 "
     "e2m1 e2m1 f32 ue8m0",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32}, {f32, f32, f32, f32}, b32, "
     "{b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"mma sync aligned kind::mxf4nvf4 block_scale scale_vec::4X m16n8k64 row col f32 "
     "e2m1 e2m1 f32 ue4m3",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32}, {f32, f32, f32, f32}, b32, "
     "{b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"mma sync aligned m16n8k32 row col kind::f8f6f4 f32 "
     "NARROW NARROW f32",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32}, {f32, f32, f32, f32}", 87, 120, true},
    {"mma sync aligned m16n8k32 row col kind::f8f6f4 f16 "
     "NARROW NARROW f16",
     "{b32, b32}, {b32, b32, b32, b32}, {b32, b32}, {b32, b32}", 87, 120, true},
    {"mma sync aligned m16n8k32 row col kind::mxf8f6f4 block_scale scale_vec::1X? f32 "
     "NARROW NARROW f32 ue8m0",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32}, {f32, f32, f32, f32}, b32, "
     "{b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"mma sync aligned m16n8k64 row col kind::mxf4 block_scale scale_vec::2X? f32 "
     "e2m1 e2m1 f32 ue8m0",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32}, {f32, f32, f32, f32}, b32, "
     "{b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"mma sync aligned m16n8k64 row col kind::mxf4nvf4 block_scale scale_vec::2X f32 "
     "e2m1 e2m1 f32 ue8m0",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32}, {f32, f32, f32, f32}, b32, "
     "{b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"mma sync aligned m16n8k64 row col kind::mxf4nvf4 block_scale scale_vec::4X f32 "
     "e2m1 e2m1 f32 ue4m3",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32}, {f32, f32, f32, f32}, b32, "
     "{b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"mma sync aligned m8n8k32 row col satfinite? s32 u4|s4 u4|s4 s32",
     "{s32, s32}, {b32}, {b32}, {s32, s32}", 65},
    {"mma sync aligned m16n8k32 row col satfinite? s32 u4|s4 u4|s4 s32",
     "{s32, s32, s32, s32}, {b32, b32}, {b32}, {s32, s32, s32, s32}", 70, 80},
    {"mma sync aligned m16n8k64 row col satfinite? s32 u4|s4 u4|s4 s32",
     "{s32, s32, s32, s32}, {b32, b32, b32, b32}, {b32, b32}, {s32, s32, s32, s32}", 70, 80},
    {"mma sync aligned m8n8k128 row col s32 b1 b1 s32 xor popc",
     "{s32, s32}, {b32}, {b32}, {s32, s32}", 70},
    {"mma sync aligned m8n8k128 row col s32 b1 b1 s32 and popc",
     "{s32, s32}, {b32}, {b32}, {s32, s32}", 71, 80},
    {"mma sync aligned m16n8k128 row col s32 b1 b1 s32 xor popc",
     "{s32, s32, s32, s32}, {b32, b32}, {b32}, {s32, s32, s32, s32}", 70, 80},
    {"mma sync aligned m16n8k128 row col s32 b1 b1 s32 and popc",
     "{s32, s32, s32, s32}, {b32, b32}, {b32}, {s32, s32, s32, s32}", 71, 80},
    {"mma sync aligned m16n8k256 row col s32 b1 b1 s32 xor popc",
     "{s32, s32, s32, s32}, {b32, b32, b32, b32}, {b32, b32}, {s32, s32, s32, s32}", 70, 80},
    {"mma sync aligned m16n8k256 row col s32 b1 b1 s32 and popc",
     "{s32, s32, s32, s32}, {b32, b32, b32, b32}, {b32, b32}, {s32, s32, s32, s32}", 71, 80},
    {"mma sync aligned m8n8k4 row col f64 f64 f64 f64", "{f64, f64}, {f64}, {f64}, {f64, f64}", 70,
     80},
    {"mma sync aligned m16n8k4 row col f64 f64 f64 f64",
     "{f64, f64, f64, f64}, {f64, f64}, {f64}, {f64, f64, f64, f64}", 78, 90},
    {"mma sync aligned m16n8k8 row col f64 f64 f64 f64",
     "{f64, f64, f64, f64}, {f64, f64, f64, f64}, {f64, f64}, {f64, f64, f64, f64}", 78, 90},
    {"mma sync aligned m16n8k16 row col f64 f64 f64 f64",
     "{f64, f64, f64, f64}, {f64, f64, f64, f64, f64, f64, f64, f64}, {f64, f64, f64, f64}, "
     "{f64, f64, f64, f64}",
     78, 90},
    {"mma sp|sp::ordered_metadata sync aligned m16n8k16 row col f32 f16 f16 f32",
     "{f32, f32, f32, f32}, {b32, b32}, {b32, b32}, {f32, f32, f32, f32}, b32, 0", 71, 80},
    {"mma sp|sp::ordered_metadata sync aligned m16n8k32 row col f32 f16 f16 f32",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, f32, f32, f32}, b32, "
     "0",
     71, 80},
    {"mma sp|sp::ordered_metadata sync aligned m16n8k16 row col f32 bf16 bf16 f32",
     "{f32, f32, f32, f32}, {b32, b32}, {b32, b32}, {f32, f32, f32, f32}, b32, 0", 71, 80},
    {"mma sp|sp::ordered_metadata sync aligned m16n8k32 row col f32 bf16 bf16 f32",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, f32, f32, f32}, b32, "
     "0",
     71, 80},
    {"mma sp|sp::ordered_metadata sync aligned m16n8k16 row col f16 f16 f16 f16",
     "{b32, b32}, {b32, b32}, {b32, b32}, {b32, b32}, b32, 0", 71, 80},
    {"mma sp|sp::ordered_metadata sync aligned m16n8k32 row col f16 f16 f16 f16",
     "{b32, b32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {b32, b32}, b32, 0", 71, 80},
    {"mma sp|sp::ordered_metadata sync aligned m16n8k8 row col f32 tf32 tf32 f32",
     "{f32, f32, f32, f32}, {b32, b32}, {b32, b32}, {f32, f32, f32, f32}, b32, 0", 71, 80},
    {"mma sp|sp::ordered_metadata sync aligned m16n8k16 row col f32 tf32 tf32 f32",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, f32, f32, f32}, b32, "
     "0",
     71, 80},
    {"mma sp|sp::ordered_metadata sync aligned m16n8k32 row col satfinite? s32 u8|s8 u8|s8 s32",
     "{s32, s32, s32, s32}, {b32, b32}, {b32, b32}, {s32, s32, s32, s32}, b32, 0", 71, 80},
    {"mma sp|sp::ordered_metadata sync aligned m16n8k64 row col satfinite? s32 u8|s8 u8|s8 s32",
     "{s32, s32, s32, s32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {s32, s32, s32, s32}, b32, "
     "0",
     71, 80},
    {"mma sp|sp::ordered_metadata sync aligned m16n8k64 row col satfinite? s32 u4|s4 u4|s4 s32",
     "{s32, s32, s32, s32}, {b32, b32}, {b32, b32}, {s32, s32, s32, s32}, b32, 0", 71, 80},
    {"mma sp|sp::ordered_metadata sync aligned m16n8k128 row col satfinite? s32 u4|s4 u4|s4 s32",
     "{s32, s32, s32, s32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {s32, s32, s32, s32}, b32, "
     "0",
     71, 80},
    {"mma sp|sp::ordered_metadata sync aligned m16n8k64 row col f32 e4m3|e5m2 e4m3|e5m2 f32",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, f32, f32, f32}, b32, "
     "0",
     84, 89},
    {"mma sp::ordered_metadata sync aligned kind::f8f6f4 m16n8k64 row col f32 NARROW NARROW f32",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, f32, f32, f32}, "
     "b32, 0",
     87, 120, true},
    {"mma sp::ordered_metadata sync aligned m16n8k64 row col kind::f8f6f4 f32 NARROW NARROW f32",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, f32, f32, f32}, "
     "b32, 0",
     87, 120, true},
    {"mma sp::ordered_metadata sync aligned kind::f8f6f4 m16n8k64 row col f16 NARROW NARROW f16",
     "{b32, b32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {b32, b32}, b32, 0", 87, 120, true},
    {"mma sp::ordered_metadata sync aligned m16n8k64 row col kind::f8f6f4 f16 NARROW NARROW f16",
     "{b32, b32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {b32, b32}, b32, 0", 87, 120, true},
    {"mma sp::ordered_metadata sync aligned kind::mxf8f6f4 block_scale scale_vec::1X? "
     "m16n8k64 row col f32 NARROW NARROW f32 ue8m0",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, f32, f32, f32}, "
     "b32, 0, b32, {b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"mma sp::ordered_metadata sync aligned m16n8k64 row col kind::mxf8f6f4 block_scale "
     "scale_vec::1X? f32 NARROW NARROW f32 ue8m0",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, f32, f32, f32}, "
     "b32, 0, b32, {b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"mma sp::ordered_metadata sync aligned kind::mxf4 block_scale scale_vec::2X? m16n8k128 "
     "row col f32 e2m1 e2m1 f32 ue8m0",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, f32, f32, f32}, "
     "b32, 0, b32, {b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"mma sp::ordered_metadata sync aligned m16n8k128 row col kind::mxf4 block_scale "
     "scale_vec::2X? f32 e2m1 e2m1 f32 ue8m0",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, f32, f32, f32}, "
     "b32, 0, b32, {b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"mma sp::ordered_metadata sync aligned kind::mxf4nvf4 block_scale scale_vec::2X "
     "m16n8k128 row col f32 e2m1 e2m1 f32 ue8m0",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, f32, f32, f32}, "
     "b32, 0, b32, {b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"mma sp::ordered_metadata sync aligned m16n8k128 row col kind::mxf4nvf4 block_scale "
     "scale_vec::2X f32 e2m1 e2m1 f32 ue8m0",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, f32, f32, f32}, "
     "b32, 0, b32, {b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"mma sp::ordered_metadata sync aligned kind::mxf4nvf4 block_scale scale_vec::4X "
     "m16n8k128 row col f32 e2m1 e2m1 f32 ue4m3",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, f32, f32, f32}, "
     "b32, 0, b32, {b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"mma sp::ordered_metadata sync aligned m16n8k128 row col kind::mxf4nvf4 block_scale "
     "scale_vec::4X f32 e2m1 e2m1 f32 ue4m3",
     "{f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, f32, f32, f32}, "
     "b32, 0, b32, {b16, b16}, b32, {b16, b16}",
     87, 120, true},
    {"wmma load a|b sync aligned row|col m16n16k16|m8n32k16|m32n8k16 global|shared|shared::cta? "
     "f16",
     "{b32, b32, b32, b32, b32, b32, b32, b32}, [M], b32?"},
    {"wmma load c sync aligned row|col m16n16k16|m8n32k16|m32n8k16 global|shared|shared::cta? f16",
     "{b32, b32, b32, b32}, [M], b32?"},
    {"wmma store d sync aligned row|col m16n16k16|m8n32k16|m32n8k16 global|shared|shared::cta? f16",
     "[M], {b32, b32, b32, b32}, b32?"},
    {"wmma load c sync aligned row|col m16n16k16|m8n32k16|m32n8k16 global|shared|shared::cta? f32",
     "{f32, f32, f32, f32, f32, f32, f32, f32}, [M], b32?"},
    {"wmma store d sync aligned row|col m16n16k16|m8n32k16|m32n8k16 global|shared|shared::cta? f32",
     "[M], {f32, f32, f32, f32, f32, f32, f32, f32}, b32?"},
    {"wmma load c sync aligned row|col m16n16k16|m8n32k16|m32n8k16 global|shared|shared::cta? s32",
     "{s32, s32, s32, s32, s32, s32, s32, s32}, [M], b32?"},
    {"wmma store d sync aligned row|col m16n16k16|m8n32k16|m32n8k16 global|shared|shared::cta? s32",
     "[M], {s32, s32, s32, s32, s32, s32, s32, s32}, b32?"},
    {"wmma load a sync aligned row|col m16n16k16 global|shared|shared::cta? s8|u8",
     "{b32, b32}, [M], b32?"},
    {"wmma load b sync aligned row|col m16n16k16 global|shared|shared::cta? s8|u8",
     "{b32, b32}, [M], b32?"},
    {"wmma load a sync aligned row|col m8n32k16 global|shared|shared::cta? s8|u8",
     "{b32}, [M], b32?"},
    {"wmma load b sync aligned row|col m8n32k16 global|shared|shared::cta? s8|u8",
     "{b32, b32, b32, b32}, [M], b32?"},
    {"wmma load a sync aligned row|col m32n8k16 global|shared|shared::cta? s8|u8",
     "{b32, b32, b32, b32}, [M], b32?"},
    {"wmma load b sync aligned row|col m32n8k16 global|shared|shared::cta? s8|u8",
     "{b32}, [M], b32?"},
    {"wmma load a sync aligned row|col m16n16k16 global|shared|shared::cta? bf16",
     "{b32, b32, b32, b32}, [M], b32?", 70, 80},
    {"wmma load b sync aligned row|col m16n16k16 global|shared|shared::cta? bf16",
     "{b32, b32, b32, b32}, [M], b32?", 70, 80},
    {"wmma load a sync aligned row|col m8n32k16 global|shared|shared::cta? bf16",
     "{b32, b32}, [M], b32?", 70, 80},
    {"wmma load b sync aligned row|col m8n32k16 global|shared|shared::cta? bf16",
     "{b32, b32, b32, b32, b32, b32, b32, b32}, [M], b32?", 70, 80},
    {"wmma load a sync aligned row|col m32n8k16 global|shared|shared::cta? bf16",
     "{b32, b32, b32, b32, b32, b32, b32, b32}, [M], b32?", 70, 80},
    {"wmma load b sync aligned row|col m32n8k16 global|shared|shared::cta? bf16",
     "{b32, b32}, [M], b32?", 70, 80},
    {"wmma load a|b sync aligned row|col m16n16k8 global|shared|shared::cta? tf32",
     "{b32, b32, b32, b32}, [M], b32?", 70, 80},
    {"wmma load c sync aligned row|col m16n16k8 global|shared|shared::cta? f32",
     "{f32, f32, f32, f32, f32, f32, f32, f32}, [M], b32?", 70, 80},
    {"wmma store d sync aligned row|col m16n16k8 global|shared|shared::cta? f32",
     "[M], {f32, f32, f32, f32, f32, f32, f32, f32}, b32?", 70, 80},
    {"wmma load a|b sync aligned row|col m8n8k4 global|shared|shared::cta? f64", "{f64}, [M], b32?",
     70, 80},
    {"wmma load c sync aligned row|col m8n8k4 global|shared|shared::cta? f64",
     "{f64, f64}, [M], b32?", 70, 80},
    {"wmma store d sync aligned row|col m8n8k4 global|shared|shared::cta? f64",
     "[M], {f64, f64}, b32?", 70, 80},
    {"wmma load a sync aligned row m8n8k32 global|shared|shared::cta? s4|u4", "{b32}, [M], b32?"},
    {"wmma load b sync aligned col m8n8k32 global|shared|shared::cta? s4|u4", "{b32}, [M], b32?"},
    {"wmma load c sync aligned row|col m8n8k32 global|shared|shared::cta? s32",
     "{s32, s32}, [M], b32?"},
    {"wmma store d sync aligned row|col m8n8k32 global|shared|shared::cta? s32",
     "[M], {s32, s32}, b32?"},
    {"wmma load a sync aligned row m8n8k128 global|shared|shared::cta? b1", "{b32}, [M], b32?"},
    {"wmma load b sync aligned col m8n8k128 global|shared|shared::cta? b1", "{b32}, [M], b32?"},
    {"wmma load c sync aligned row|col m8n8k128 global|shared|shared::cta? s32",
     "{s32, s32}, [M], b32?"},
    {"wmma store d sync aligned row|col m8n8k128 global|shared|shared::cta? s32",
     "[M], {s32, s32}, b32?"},
    {"wmma mma sync aligned row|col row|col m16n16k16|m8n32k16|m32n8k16 f16 f16",
     "{b32, b32, b32, b32}, {b32, b32, b32, b32, b32, b32, b32, b32}, {b32, b32, b32, b32, b32, "
     "b32, b32, b32}, {b32, b32, b32, b32}"},
    {"wmma mma sync aligned row|col row|col m16n16k16|m8n32k16|m32n8k16 f16 f32",
     "{b32, b32, b32, b32}, {b32, b32, b32, b32, b32, b32, b32, b32}, {b32, b32, b32, b32, b32, "
     "b32, b32, b32}, {f32, f32, f32, f32, f32, f32, f32, f32}"},
    {"wmma mma sync aligned row|col row|col m16n16k16|m8n32k16|m32n8k16 f32 f16",
     "{f32, f32, f32, f32, f32, f32, f32, f32}, {b32, b32, b32, b32, b32, b32, b32, b32}, {b32, "
     "b32, b32, b32, b32, b32, b32, b32}, {b32, b32, b32, b32}"},
    {"wmma mma sync aligned row|col row|col m16n16k16|m8n32k16|m32n8k16 f32 f32",
     "{f32, f32, f32, f32, f32, f32, f32, f32}, {b32, b32, b32, b32, b32, b32, b32, b32}, {b32, "
     "b32, b32, b32, b32, b32, b32, b32}, {f32, f32, f32, f32, f32, f32, f32, f32}"},
    {"wmma mma sync aligned row|col row|col m16n16k16 s32 s8 s8 s32 satfinite?",
     "{s32, s32, s32, s32, s32, s32, s32, s32}, {b32, b32}, {b32, b32}, {s32, s32, s32, s32, s32, "
     "s32, s32, s32}"},
    {"wmma mma sync aligned row|col row|col m16n16k16 s32 u8 u8 s32 satfinite?",
     "{s32, s32, s32, s32, s32, s32, s32, s32}, {b32, b32}, {b32, b32}, {s32, s32, s32, s32, s32, "
     "s32, s32, s32}"},
    {"wmma mma sync aligned row|col row|col m16n16k16 f32 bf16 bf16 f32",
     "{f32, f32, f32, f32, f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, "
     "f32, f32, f32, f32, f32, f32, f32}",
     70, 80},
    {"wmma mma sync aligned row|col row|col m8n32k16 s32 s8 s8 s32 satfinite?",
     "{s32, s32, s32, s32, s32, s32, s32, s32}, {b32}, {b32, b32, b32, b32}, {s32, s32, s32, s32, "
     "s32, s32, s32, s32}"},
    {"wmma mma sync aligned row|col row|col m8n32k16 s32 u8 u8 s32 satfinite?",
     "{s32, s32, s32, s32, s32, s32, s32, s32}, {b32}, {b32, b32, b32, b32}, {s32, s32, s32, s32, "
     "s32, s32, s32, s32}"},
    {"wmma mma sync aligned row|col row|col m8n32k16 f32 bf16 bf16 f32",
     "{f32, f32, f32, f32, f32, f32, f32, f32}, {b32, b32}, {b32, b32, b32, b32, b32, b32, b32, "
     "b32}, {f32, f32, f32, f32, f32, f32, f32, f32}",
     70, 80},
    {"wmma mma sync aligned row|col row|col m32n8k16 s32 s8 s8 s32 satfinite?",
     "{s32, s32, s32, s32, s32, s32, s32, s32}, {b32, b32, b32, b32}, {b32}, {s32, s32, s32, s32, "
     "s32, s32, s32, s32}"},
    {"wmma mma sync aligned row|col row|col m32n8k16 s32 u8 u8 s32 satfinite?",
     "{s32, s32, s32, s32, s32, s32, s32, s32}, {b32, b32, b32, b32}, {b32}, {s32, s32, s32, s32, "
     "s32, s32, s32, s32}"},
    {"wmma mma sync aligned row|col row|col m32n8k16 f32 bf16 bf16 f32",
     "{f32, f32, f32, f32, f32, f32, f32, f32}, {b32, b32, b32, b32, b32, b32, b32, b32}, {b32, "
     "b32}, {f32, f32, f32, f32, f32, f32, f32, f32}",
     70, 80},
    {"wmma mma sync aligned row|col row|col m16n16k8 f32 tf32 tf32 f32",
     "{f32, f32, f32, f32, f32, f32, f32, f32}, {b32, b32, b32, b32}, {b32, b32, b32, b32}, {f32, "
     "f32, f32, f32, f32, f32, f32, f32}",
     70, 80},
    {"wmma mma sync aligned row|col row|col m8n8k4 f64 f64 f64 f64",
     "{f64, f64}, {f64}, {f64}, {f64, f64}", 70, 80},
    {"wmma mma sync aligned row col m8n8k32 s32 s4 s4 s32 satfinite?",
     "{s32, s32}, {b32}, {b32}, {s32, s32}"},
    {"wmma mma sync aligned row col m8n8k32 s32 u4 u4 s32 satfinite?",
     "{s32, s32}, {b32}, {b32}, {s32, s32}"},
    {"wmma mma xor popc sync aligned row col m8n8k128 s32 b1 b1 s32",
     "{s32, s32}, {b32}, {b32}, {s32, s32}"},
    {"wmma mma and popc sync aligned row col m8n8k128 s32 b1 b1 s32",
     "{s32, s32}, {b32}, {b32}, {s32, s32}", 71, 80},
    // asynchronous copies
    {"cp async ca shared|shared::cta global AHEAD?", "[s], [g], 4, b32?", 70, 80},
    {"cp async cg shared|shared::cta global AHEAD?", "[s], [g], 16, b32?", 70, 80},
    {"cp async ca shared|shared::cta global L2::cache_hint AHEAD?", "[s], [g], 4, b32?, b64", 74,
     80},
    {"cp async cg shared|shared::cta global L2::cache_hint AHEAD?", "[s], [g], 16, b32?, b64", 74,
     80},
    {"cp async bulk shared::cluster global mbarrier::complete_tx::bytes", "[s], [g], u32, [s]", 80,
     90},
    {"cp async bulk shared::cluster global mbarrier::complete_tx::bytes L2::cache_hint",
     "[s], [g], u32, [s], b64", 80, 90},
    {"cp async bulk shared::cluster global mbarrier::complete_tx::bytes multicast::cluster",
     "[s], [g], u32, [s], b16", 80, 90},
    {"cp async bulk shared::cluster global mbarrier::complete_tx::bytes multicast::cluster "
     "L2::cache_hint",
     "[s], [g], u32, [s], b16, b64", 80, 90},
    {"cp async bulk shared::cta global mbarrier::complete_tx::bytes", "[s], [g], u32, [s]", 86, 90},
    {"cp async bulk shared::cta global mbarrier::complete_tx::bytes L2::cache_hint",
     "[s], [g], u32, [s], b64", 86, 90},
    {"cp async bulk shared::cluster shared::cta mbarrier::complete_tx::bytes", "[s], [s], u32, [s]",
     80, 90},
    {"cp async bulk global shared::cta bulk_group", "[g], [s], u32", 80, 90},
    {"cp async bulk global shared::cta bulk_group L2::cache_hint", "[g], [s], u32, b64", 80, 90},
    {"cp reduce async bulk shared::cluster shared::cta mbarrier::complete_tx::bytes add "
     "u32|s32|u64",
     "[s], [s], u32, [s]", 80, 90},
    {"cp reduce async bulk shared::cluster shared::cta mbarrier::complete_tx::bytes min|max "
     "u32|s32",
     "[s], [s], u32, [s]", 80, 90},
    {"cp reduce async bulk shared::cluster shared::cta mbarrier::complete_tx::bytes inc|dec u32",
     "[s], [s], u32, [s]", 80, 90},
    {"cp reduce async bulk shared::cluster shared::cta mbarrier::complete_tx::bytes BOOL b32",
     "[s], [s], u32, [s]", 80, 90},
    {"cp reduce async bulk global shared::cta bulk_group add u32|s32|u64|f32|f64", "[g], [s], u32",
     80, 90},
    {"cp reduce async bulk global shared::cta bulk_group add noftz f16|bf16", "[g], [s], u32", 80,
     90},
    {"cp reduce async bulk global shared::cta bulk_group min|max u32|s32|u64|s64|f16|bf16",
     "[g], [s], u32", 80, 90},
    {"cp reduce async bulk global shared::cta bulk_group inc|dec u32", "[g], [s], u32", 80, 90},
    {"cp reduce async bulk global shared::cta bulk_group BOOL b32|b64", "[g], [s], u32", 80, 90},
    {"cp reduce async bulk global shared::cta bulk_group L2::cache_hint add u32|s32|u64|f32|f64",
     "[g], [s], u32, b64", 80, 90},
    {"cp reduce async bulk global shared::cta bulk_group L2::cache_hint add noftz f16|bf16",
     "[g], [s], u32, b64", 80, 90},
    {"cp reduce async bulk global shared::cta bulk_group L2::cache_hint min|max "
     "u32|s32|u64|s64|f16|bf16",
     "[g], [s], u32, b64", 80, 90},
    {"cp reduce async bulk global shared::cta bulk_group L2::cache_hint inc|dec u32",
     "[g], [s], u32, b64", 80, 90},
    {"cp reduce async bulk global shared::cta bulk_group L2::cache_hint BOOL b32|b64",
     "[g], [s], u32, b64", 80, 90},
    {"cp async bulk prefetch L2 global", "[g], u32", 80, 90},
    {"cp async bulk prefetch L2 global L2::cache_hint", "[g], u32, b64", 80, 90},
    {"cp async bulk commit_group", "", 80, 90},
    {"cp async bulk wait_group read?", "1", 80, 90},
    // tensor copies
    {"cp async bulk tensor DIM (shared::cluster global tile? mbarrier::complete_tx::bytes)",
     "[s], [map], [s]", 80, 90},
    {"cp async bulk tensor DIM (shared::cluster global tile? mbarrier::complete_tx::bytes "
     "L2::cache_hint)",
     "[s], [map], [s], b64", 80, 90},
    {"cp async bulk tensor DIM (shared::cluster global tile? mbarrier::complete_tx::bytes "
     "multicast::cluster)",
     "[s], [map], [s], b16", 80, 90},
    {"cp async bulk tensor DIM (shared::cluster global tile? mbarrier::complete_tx::bytes "
     "multicast::cluster L2::cache_hint)",
     "[s], [map], [s], b16, b64", 80, 90},
    {"cp async bulk tensor DIM (shared::cluster global tile? mbarrier::complete_tx::bytes PAIR)",
     "[s], [map], [s]", 86, 100, true},
    {"cp async bulk tensor DIM (shared::cluster global tile? mbarrier::complete_tx::bytes PAIR "
     "L2::cache_hint)",
     "[s], [map], [s], b64", 86, 100, true},
    {"cp async bulk tensor DIM (shared::cluster global tile? mbarrier::complete_tx::bytes "
     "multicast::cluster PAIR)",
     "[s], [map], [s], b16", 86, 100, true},
    {"cp async bulk tensor DIM (shared::cluster global tile? mbarrier::complete_tx::bytes "
     "multicast::cluster PAIR L2::cache_hint)",
     "[s], [map], [s], b16, b64", 86, 100, true},
    {"cp async bulk tensor DIM (shared::cta global tile? mbarrier::complete_tx::bytes)",
     "[s], [map], [s]", 86, 90},
    {"cp async bulk tensor DIM (shared::cta global tile? mbarrier::complete_tx::bytes "
     "L2::cache_hint)",
     "[s], [map], [s], b64", 86, 90},
    {"cp async bulk tensor DIM (shared::cta global tile? mbarrier::complete_tx::bytes PAIR)",
     "[s], [map], [s]", 86, 100, true},
    {"cp async bulk tensor DIM (shared::cta global tile? mbarrier::complete_tx::bytes PAIR "
     "L2::cache_hint)",
     "[s], [map], [s], b64", 86, 100, true},
    {"cp async bulk tensor 2d (shared::cluster global tile::gather4 mbarrier::complete_tx::bytes "
     "PAIR?)",
     "[s], [map], [s]", 86, 100, true},
    {"cp async bulk tensor 2d (shared::cluster global tile::gather4 mbarrier::complete_tx::bytes "
     "PAIR? L2::cache_hint)",
     "[s], [map], [s], b64", 86, 100, true},
    {"cp async bulk tensor 2d (shared::cluster global tile::gather4 mbarrier::complete_tx::bytes "
     "multicast::cluster PAIR?)",
     "[s], [map], [s], b16", 86, 100, true},
    {"cp async bulk tensor 2d (shared::cluster global tile::gather4 mbarrier::complete_tx::bytes "
     "multicast::cluster PAIR? L2::cache_hint)",
     "[s], [map], [s], b16, b64", 86, 100, true},
    {"cp async bulk tensor 2d (shared::cta global tile::gather4 mbarrier::complete_tx::bytes)",
     "[s], [map], [s]", 86, 100},
    {"cp async bulk tensor 2d (shared::cta global tile::gather4 mbarrier::complete_tx::bytes "
     "L2::cache_hint)",
     "[s], [map], [s], b64", 86, 100},
    {"cp async bulk tensor DIM (global shared::cta tile? bulk_group)", "[map], [s]", 80, 90},
    {"cp async bulk tensor DIM (global shared::cta tile? bulk_group L2::cache_hint)",
     "[map], [s], b64", 80, 90},
    {"cp async bulk tensor 2d (global shared::cta tile::scatter4 bulk_group)", "[map], [s]", 86,
     100, true},
    {"cp async bulk tensor 2d (global shared::cta tile::scatter4 bulk_group L2::cache_hint)",
     "[map], [s], b64", 86, 100, true},
    {"cp reduce async bulk tensor DIM (global shared::cta add|min|max|inc|dec|BOOL tile? "
     "bulk_group)",
     "[map], [s]", 80, 90},
    {"cp reduce async bulk tensor DIM (global shared::cta add|min|max|inc|dec|BOOL tile? "
     "bulk_group L2::cache_hint)",
     "[map], [s], b64", 80, 90},
    {"cp async bulk prefetch tensor DIM (L2 global tile?)", "[map]", 80, 90},
    {"cp async bulk prefetch tensor DIM (L2 global tile? L2::cache_hint)", "[map], b64", 80, 90},
    {"cp async bulk prefetch tensor 2d (L2 global tile::gather4)", "[map]", 86, 100, true},
    {"cp async bulk prefetch tensor 2d (L2 global tile::gather4 L2::cache_hint)", "[map], b64", 86,
     100, true},
    {"cp async bulk tensor 3d|4d|5d (shared::cluster global im2col mbarrier::complete_tx::bytes)",
     "[s], [map], [s], {offsets}", 80, 90},
    {"cp async bulk tensor 3d|4d|5d (shared::cluster global im2col mbarrier::complete_tx::bytes "
     "L2::cache_hint)",
     "[s], [map], [s], {offsets}, b64", 80, 90},
    {"cp async bulk tensor 3d|4d|5d (shared::cluster global im2col mbarrier::complete_tx::bytes "
     "multicast::cluster)",
     "[s], [map], [s], {offsets}, b16", 80, 90},
    {"cp async bulk tensor 3d|4d|5d (shared::cluster global im2col mbarrier::complete_tx::bytes "
     "multicast::cluster L2::cache_hint)",
     "[s], [map], [s], {offsets}, b16, b64", 80, 90},
    {"cp async bulk tensor 3d|4d|5d (shared::cluster global im2col mbarrier::complete_tx::bytes "
     "PAIR)",
     "[s], [map], [s], {offsets}", 86, 100, true},
    {"cp async bulk tensor 3d|4d|5d (shared::cluster global im2col mbarrier::complete_tx::bytes "
     "PAIR L2::cache_hint)",
     "[s], [map], [s], {offsets}, b64", 86, 100, true},
    {"cp async bulk tensor 3d|4d|5d (shared::cluster global im2col mbarrier::complete_tx::bytes "
     "multicast::cluster PAIR)",
     "[s], [map], [s], {offsets}, b16", 86, 100, true},
    {"cp async bulk tensor 3d|4d|5d (shared::cluster global im2col mbarrier::complete_tx::bytes "
     "multicast::cluster PAIR L2::cache_hint)",
     "[s], [map], [s], {offsets}, b16, b64", 86, 100, true},
    {"cp async bulk tensor 3d|4d|5d (shared::cta global im2col mbarrier::complete_tx::bytes)",
     "[s], [map], [s], {offsets}", 86, 90},
    {"cp async bulk tensor 3d|4d|5d (global shared::cta im2col_no_offs bulk_group)", "[map], [s]",
     80, 90},
    {"cp reduce async bulk tensor 3d|4d|5d (global shared::cta add|min|max|inc|dec|BOOL "
     "im2col_no_offs bulk_group)",
     "[map], [s]", 80, 90},
    {"cp async bulk prefetch tensor 3d|4d|5d (L2 global im2col)", "[map], {offsets}", 80, 90},
    {"cp async bulk tensor 3d|4d|5d (shared::cta global im2col mbarrier::complete_tx::bytes "
     "L2::cache_hint)",
     "[s], [map], [s], {offsets}, b64", 86, 90},
    {"cp async bulk tensor 3d|4d|5d (global shared::cta im2col_no_offs bulk_group L2::cache_hint)",
     "[map], [s], b64", 80, 90},
    {"cp reduce async bulk tensor 3d|4d|5d (global shared::cta add|min|max|inc|dec|BOOL "
     "im2col_no_offs bulk_group L2::cache_hint)",
     "[map], [s], b64", 80, 90},
    {"cp async bulk prefetch tensor 3d|4d|5d (L2 global im2col L2::cache_hint)",
     "[map], {offsets}, b64", 80, 90},
    {"tensormap replace tile global_address global|shared::cta? b1024 b64", "[M], T", 83, 90, true},
    {"tensormap replace tile global_stride global|shared::cta? b1024 b64", "[M], 0, T", 83, 90,
     true},
    {"tensormap replace tile rank global|shared::cta? b1024 b32", "[M], T", 83, 90, true},
    {"tensormap replace tile box_dim|global_dim|element_stride global|shared::cta? b1024 b32",
     "[M], 0, T", 83, 90, true},
    {"tensormap replace tile elemtype|interleave_layout|swizzle_mode|fill_mode "
     "global|shared::cta? b1024 b32",
     "[M], 0", 83, 90, true},
    {"tensormap replace tile swizzle_atomicity global|shared::cta? b1024 b32", "[M], 0", 86, 100,
     true},
    {"tensormap cp_fenceproxy global shared::cta tensormap::generic release SCOPE sync aligned",
     "[g], [s], 128", 83, 90},
    {"cp async commit_group|wait_all", "", 70, 80},
    {"cp async wait_group", "1", 70, 80},
    {"clusterlaunchcontrol try_cancel async shared::cta? mbarrier::complete_tx::bytes b128",
     "[M], [M]", 86, 100},
    {"clusterlaunchcontrol try_cancel async shared::cta? mbarrier::complete_tx::bytes "
     "multicast::cluster::all b128",
     "[M], [M]", 86, 100, true},
    {"clusterlaunchcontrol query_cancel is_canceled pred b128", "pred, T", 86, 100},
    {"clusterlaunchcontrol query_cancel get_first_ctaid v4 b32 b128", "{b32, b32, b32, b32}, T", 86,
     100},
    {"clusterlaunchcontrol query_cancel "
     "get_first_ctaid::x|get_first_ctaid::y|get_first_ctaid::z b32 b128",
     "b32, T", 86, 100},
    {"cp async mbarrier arrive noinc? shared|shared::cta? b64", "[M]", 70, 80},
    {"mbarrier init shared|shared::cta? b64", "[M], u32", 70, 80},
    {"mbarrier inval shared|shared::cta? b64", "[M]", 70, 80},
    {"mbarrier arrive shared|shared::cta? b64", "T, [M]", 70, 80},
    {"mbarrier arrive shared|shared::cta? b64", "T, [M], u32", 78, 90},
    {"mbarrier arrive (release cta|cluster shared|shared::cta?) b64", "T, [M]", 80, 80},
    {"mbarrier arrive (release cta|cluster shared|shared::cta?) b64", "T, [M], u32", 80, 90},
    {"mbarrier arrive (relaxed cta|cluster shared|shared::cta?) b64", "T, [M], u32?", 80, 90},
    {"mbarrier arrive shared::cluster b64", "_, [M], u32?", 80, 90},
    {"mbarrier arrive (release|relaxed cta|cluster shared::cluster) b64", "_, [M], u32?", 80, 90},
    {"mbarrier arrive expect_tx shared::cluster b64", "_, [M], u32", 80, 90},
    {"mbarrier arrive expect_tx release|relaxed cta|cluster shared::cluster b64", "_, [M], u32", 80,
     90},
    {"mbarrier expect_tx|complete_tx (relaxed cta|cluster shared::cluster) b64", "[M], u32", 80,
     90},
    {"mbarrier expect_tx|complete_tx shared::cluster b64", "[M], u32", 80, 90},
    {"mbarrier arrive expect_tx shared|shared::cta? b64", "T, [M], u32", 80, 90},
    {"mbarrier arrive expect_tx release|relaxed cta|cluster shared|shared::cta? b64", "T, [M], u32",
     80, 90},
    {"mbarrier expect_tx|complete_tx (relaxed cta|cluster shared|shared::cta?) b64", "[M], u32", 80,
     90},
    {"mbarrier expect_tx|complete_tx shared|shared::cta? b64", "[M], u32", 80, 90},
    {"mbarrier test_wait shared|shared::cta? b64", "pred, [M], b64", 70, 80},
    {"mbarrier test_wait (acquire cta|cluster shared|shared::cta?) b64", "pred, [M], b64", 80, 80},
    {"mbarrier test_wait (relaxed cta|cluster shared|shared::cta?) b64", "pred, [M], b64", 80, 90},
    {"mbarrier test_wait parity shared|shared::cta? b64", "pred, [M], u32", 71, 80},
    {"mbarrier test_wait parity (acquire cta|cluster shared|shared::cta?) b64", "pred, [M], u32",
     80, 80},
    {"mbarrier test_wait parity (relaxed cta|cluster shared|shared::cta?) b64", "pred, [M], u32",
     80, 90},
    {"mbarrier try_wait shared|shared::cta? b64", "pred, [M], b64, u32?", 78, 90},
    {"mbarrier try_wait (acquire|relaxed cta|cluster shared|shared::cta?) b64",
     "pred, [M], b64, u32?", 80, 90},
    {"mbarrier try_wait parity shared|shared::cta? b64", "pred, [M], u32, u32?", 78, 90},
    {"mbarrier try_wait parity (acquire|relaxed cta|cluster shared|shared::cta?) b64",
     "pred, [M], u32, u32?", 80, 90},
    {"wgmma fence|commit_group sync aligned?", "", 80, 90, true},
    {"wgmma wait_group sync aligned?", "1", 80, 90, true},
    {"wgmma mma_async sync aligned ...", "...", 80, 90, true},
    {"wgmma mma_async sp sync aligned ...", "...", 82, 90, true},
    // tensor memory
    {"tcgen05 alloc PAIR sync aligned shared::cta? b32", "[M], b32", 86, 100, true},
    {"tcgen05 dealloc PAIR sync aligned b32", "b32, b32", 86, 100, true},
    {"tcgen05 relinquish_alloc_permit PAIR sync aligned", "", 86, 100, true},
    {"tcgen05 ld sync aligned 32x32b|16x64b TIMES pack::16b? b32", "V, [%b32_1]", 86, 100, true},
    {"tcgen05 ld sync aligned 16x128b x1|x2|x4|x8|x16|x32|x64 pack::16b? b32", "V, [%b32_1]", 86,
     100, true},
    {"tcgen05 ld sync aligned 16x256b x1|x2|x4|x8|x16|x32 pack::16b? b32", "V, [%b32_1]", 86, 100,
     true},
    {"tcgen05 ld sync aligned 16x32bx2 TIMES pack::16b? b32", "V, [%b32_1], 32", 86, 100, true},
    {"tcgen05 ld red sync aligned 32x32b TIMES_FROM_2 (min|max abs? NaN? f32)", "V, b32, [%b32_1]",
     88, 103, true},
    {"tcgen05 ld red sync aligned 16x32bx2 TIMES_FROM_2 (min|max abs? NaN? f32)",
     "V, b32, [%b32_1], 32", 88, 103, true},
    {"tcgen05 ld red sync aligned 32x32b TIMES_FROM_2 (min|max u32|s32)", "V, b32, [%b32_1]", 88,
     103, true},
    {"tcgen05 ld red sync aligned 16x32bx2 TIMES_FROM_2 (min|max u32|s32)", "V, b32, [%b32_1], 32",
     88, 103, true},
    {"tcgen05 st sync aligned 32x32b|16x64b TIMES unpack::16b? b32", "[%b32_1], V", 86, 100, true},
    {"tcgen05 st sync aligned 16x128b x1|x2|x4|x8|x16|x32|x64 unpack::16b? b32", "[%b32_1], V", 86,
     100, true},
    {"tcgen05 st sync aligned 16x256b x1|x2|x4|x8|x16|x32 unpack::16b? b32", "[%b32_1], V", 86, 100,
     true},
    {"tcgen05 st sync aligned 16x32bx2 TIMES unpack::16b? b32", "[%b32_1], 32, V", 86, 100, true},
    {"tcgen05 wait::ld|wait::st sync aligned", "", 86, 100, true},
    {"tcgen05 fence::before_thread_sync|fence::after_thread_sync", "", 86, 100, true},
    {"tcgen05 commit PAIR mbarrier::arrive::one shared::cluster? b64", "[M]", 86, 100, true},
    {"tcgen05 commit PAIR mbarrier::arrive::one shared::cluster? multicast::cluster b64",
     "[M], b16", 86, 100, true},
    {"tcgen05 mma sp? PAIR kind::f16|kind::tf32|kind::f8f6f4|kind::i8 COLLECTOR?",
     "[%b32_1], b64, b64, [sp], b32, pred", 86, 100, true},
    {"tcgen05 mma sp? PAIR kind::f16|kind::tf32|kind::f8f6f4|kind::i8 COLLECTOR?",
     "[%b32_1], [%b32_2], b64, [sp], b32, pred", 86, 100, true},
    {"tcgen05 mma sp? cta_group::1 kind::f16|kind::tf32|kind::f8f6f4|kind::i8 COLLECTOR?",
     "[%b32_1], b64, b64, [sp], b32, {b32, b32, b32, b32}, pred", 86, 100, true},
    {"tcgen05 mma sp? cta_group::1 kind::f16|kind::tf32|kind::f8f6f4|kind::i8 COLLECTOR?",
     "[%b32_1], [%b32_2], b64, [sp], b32, {b32, b32, b32, b32}, pred", 86, 100, true},
    {"tcgen05 mma sp? cta_group::2 kind::f16|kind::tf32|kind::f8f6f4|kind::i8 COLLECTOR?",
     "[%b32_1], b64, b64, [sp], b32, {b32, b32, b32, b32, b32, b32, b32, b32}, pred", 86, 100,
     true},
    {"tcgen05 mma sp? cta_group::2 kind::f16|kind::tf32|kind::f8f6f4|kind::i8 COLLECTOR?",
     "[%b32_1], [%b32_2], b64, [sp], b32, {b32, b32, b32, b32, b32, b32, b32, b32}, pred", 86, 100,
     true},
    {"tcgen05 mma sp? PAIR kind::f16|kind::tf32 COLLECTOR?",
     "[%b32_1], b64, b64, [sp], b32, pred, 1", 86, 100, true},
    {"tcgen05 mma sp? PAIR kind::f16|kind::tf32 COLLECTOR?",
     "[%b32_1], [%b32_2], b64, [sp], b32, pred, 1", 86, 100, true},
    {"tcgen05 mma sp? cta_group::1 kind::f16|kind::tf32 COLLECTOR?",
     "[%b32_1], b64, b64, [sp], b32, {b32, b32, b32, b32}, pred, 1", 86, 100, true},
    {"tcgen05 mma sp? cta_group::1 kind::f16|kind::tf32 COLLECTOR?",
     "[%b32_1], [%b32_2], b64, [sp], b32, {b32, b32, b32, b32}, pred, 1", 86, 100, true},
    {"tcgen05 mma sp? cta_group::2 kind::f16|kind::tf32 COLLECTOR?",
     "[%b32_1], b64, b64, [sp], b32, {b32, b32, b32, b32, b32, b32, b32, b32}, pred, 1", 86, 100,
     true},
    {"tcgen05 mma sp? cta_group::2 kind::f16|kind::tf32 COLLECTOR?",
     "[%b32_1], [%b32_2], b64, [sp], b32, {b32, b32, b32, b32, b32, b32, b32, b32}, pred, 1", 86,
     100, true},
    {"tcgen05 mma sp? PAIR kind::mxf8f6f4 block_scale scale_vec::1X? COLLECTOR?",
     "[%b32_1], b64, b64, [sp], b32, [%b32_2], [%b32_3], pred", 86, 100, true},
    {"tcgen05 mma sp? PAIR kind::mxf8f6f4 block_scale scale_vec::1X? COLLECTOR?",
     "[%b32_1], [%b32_2], b64, [sp], b32, [%b32_3], [%b32_4], pred", 86, 100, true},
    {"tcgen05 mma sp? PAIR kind::mxf4 block_scale scale_vec::2X? COLLECTOR?",
     "[%b32_1], b64, b64, [sp], b32, [%b32_2], [%b32_3], pred", 86, 100, true},
    {"tcgen05 mma sp? PAIR kind::mxf4 block_scale scale_vec::2X? COLLECTOR?",
     "[%b32_1], [%b32_2], b64, [sp], b32, [%b32_3], [%b32_4], pred", 86, 100, true},
    {"tcgen05 mma sp? PAIR kind::mxf4nvf4 block_scale scale_vec::2X|scale_vec::4X COLLECTOR?",
     "[%b32_1], b64, b64, [sp], b32, [%b32_2], [%b32_3], pred", 87, 100, true},
    {"tcgen05 mma sp? PAIR kind::mxf4nvf4 block_scale scale_vec::2X|scale_vec::4X COLLECTOR?",
     "[%b32_1], [%b32_2], b64, [sp], b32, [%b32_3], [%b32_4], pred", 87, 100, true},
    {"tcgen05 mma sp? PAIR kind::mxf8f6f4|kind::mxf4|kind::mxf4nvf4 block_scale block32 "
     "COLLECTOR?",
     "[%b32_1], b64, b64, [sp], b32, [%b32_2], [%b32_3], pred", 88, 100, true},
    {"tcgen05 mma sp? PAIR kind::mxf8f6f4|kind::mxf4|kind::mxf4nvf4 block_scale block32 "
     "COLLECTOR?",
     "[%b32_1], [%b32_2], b64, [sp], b32, [%b32_3], [%b32_4], pred", 88, 100, true},
    {"tcgen05 mma sp? PAIR kind::mxf4nvf4 block_scale block16 COLLECTOR?",
     "[%b32_1], b64, b64, [sp], b32, [%b32_2], [%b32_3], pred", 88, 100, true},
    {"tcgen05 mma sp? PAIR kind::mxf4nvf4 block_scale block16 COLLECTOR?",
     "[%b32_1], [%b32_2], b64, [sp], b32, [%b32_3], [%b32_4], pred", 88, 100, true},
    {"tcgen05 mma ws cta_group::1 kind::f16|kind::tf32|kind::f8f6f4|kind::i8 COLLECTOR_OF_B?",
     "[%b32_1], b64, b64, b32, pred, b64?", 86, 100, true},
    {"tcgen05 mma ws cta_group::1 kind::f16|kind::tf32|kind::f8f6f4|kind::i8 COLLECTOR_OF_B?",
     "[%b32_1], [%b32_2], b64, b32, pred, b64?", 86, 100, true},
    {"tcgen05 cp PAIR 128x256b|128x128b", "[%b32_1], b64", 86, 100, true},
    {"tcgen05 cp PAIR 128x256b|128x128b b8x16 b6x16_p32|b4x16_p64", "[%b32_1], b64", 86, 100, true},
    {"tcgen05 cp PAIR (64x128b warpx2::01_23|warpx2::02_13)", "[%b32_1], b64", 86, 100, true},
    {"tcgen05 cp PAIR (64x128b warpx2::01_23|warpx2::02_13) b8x16 b6x16_p32|b4x16_p64",
     "[%b32_1], b64", 86, 100, true},
    {"tcgen05 cp PAIR (32x128b warpx4)", "[%b32_1], b64", 86, 100, true},
    {"tcgen05 cp PAIR (32x128b warpx4) b8x16 b6x16_p32|b4x16_p64", "[%b32_1], b64", 86, 100, true},
};

/// The parts of a text between these marks that are outside braces.
std::vector<std::string_view> parts_of(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && (text[i] == '{' || text[i] == '}')) depth += text[i] == '{' ? 1 : -1;
    if (i < text.size() && (text[i] != mark || depth > 0)) continue;
    while (begin < i && text[begin] == ' ')
      ++begin;
    if (begin < i) parts.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  return parts;
}

/// A form with what is read from its text.
struct Read {
  const Form* form = nullptr;
  std::vector<FormWord> words;
  std::vector<std::string_view> operands;
  std::size_t least = 0;
  std::size_t most = 0;
};

using Words = std::span<const std::string_view>;

bool has(const FormWord& word, std::string_view text) {
  return std::ranges::count(word.alternatives, text) > 0;
}

bool is_space(const FormWord& word) {
  const std::string_view name = word.alternatives.front();
  return name == "global" || name.starts_with("shared");
}

/// Whether the words are those of a form from this one on. `taken` marks those in brackets, by
/// their bits, that have been found.
bool matches(std::span<const FormWord> form, Words words, std::uint32_t taken = 0) {
  if (form.empty()) return words.empty();
  if (form[0].alternatives.front() == "...") return true;
  const std::size_t loose = static_cast<std::size_t>(
      std::ranges::find(form, false, &FormWord::in_any_order) - form.begin());
  if (loose == 0) {
    if (!words.empty() && has(form[0], words[0]) && matches(form.subspan(1), words.subspan(1)))
      return true;
    return form[0].optional && matches(form.subspan(1), words);
  }
  bool all_there = true;
  bool space_is_open = false;
  for (std::size_t i = 0; i < loose; ++i) {
    if ((taken >> i & 1U) != 0) continue;
    all_there = all_there && form[i].optional;
    // The state space of the destination comes before that of the source.
    const bool waits = space_is_open && is_space(form[i]);
    space_is_open = space_is_open || (is_space(form[i]) && !form[i].optional);
    if (!waits && !words.empty() && has(form[i], words[0]) &&
        matches(form, words.subspan(1), taken | 1U << i)) {
      return true;
    }
  }
  return all_there && matches(form.subspan(loose), words);
}

/// Whether pairs p|q stand where the form has them, and in `mov` vectors where it has the parts of
/// a register, and nowhere else.
bool has_shapes(const Read& read, const Instruction& instruction) {
  for (std::size_t i = 0; i < read.operands.size() && i < instruction.operands.size(); ++i) {
    const Operand& operand = instruction.operands[i];
    const std::string_view pattern = read.operands[i];
    const bool is_pair = operand.kind == Operand::Kind::pair;
    if (!pattern.ends_with('/') && is_pair != (pattern.find('|') != std::string_view::npos))
      return false;
    if (instruction.words.front() != "mov") continue;
    const std::size_t parts = pattern == "{halves}" ? 2 : pattern == "{quarters}" ? 4 : 0;
    if ((operand.kind == Operand::Kind::vector ? operand.parts.size() : 0) != parts) return false;
  }
  return true;
}

std::span<const Read> forms_of(std::string_view opcode) {
  static const std::unordered_map<std::string_view, std::vector<Read>> table = [] {
    std::unordered_map<std::string_view, std::vector<Read>> made;
    for (const Form& form : forms) {
      Read read{&form, words_of(form), patterns_of(form), 0, 0};
      read.most = read.operands.size();
      read.least = static_cast<std::size_t>(std::ranges::count_if(
          read.operands, [](std::string_view pattern) { return !pattern.ends_with('?'); }));
      if (form.operands == "...") {
        read.least = 0;
        read.most = std::numeric_limits<std::size_t>::max();
      }
      for (const std::string_view name : read.words.front().alternatives)
        made[name].push_back(read);
    }
    return made;
  }();
  const auto found = table.find(opcode);
  return found == table.end() ? std::span<const Read>() : std::span(found->second);
}

unsigned number_in(std::string_view text) {
  unsigned number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Since when there are words, in whichever form.
constexpr struct {
  std::string_view word;
  unsigned version;
  unsigned target;
} needs[] = {{"cluster", 78, 90},  {"shared::cluster", 78, 90},
             {"L2::256B", 74, 80}, {"bf16", 70, 80},
             {"bf16x2", 70, 80},   {"relu", 70, 80},
             {"NaN", 70, 80},      {"sp::ordered_metadata", 85, 80}};

/// What the module lacks for the form, or "".
std::string lack_of(const Form& form, const Module& module) {
  const std::size_t point = module.version.find('.');
  const unsigned version = point == std::string::npos
                               ? 0
                               : 10 * number_in(module.version) +
                                     number_in(std::string_view(module.version).substr(point + 1));
  if (version < form.version)
    return "PTX " + std::to_string(form.version / 10) + "." + std::to_string(form.version % 10);
  const std::string_view target =
      std::string_view(module.target).substr(0, module.target.find_first_of(", "));
  constexpr std::string_view prefix = "sm_";
  const unsigned architecture =
      target.starts_with(prefix) ? number_in(target.substr(prefix.size())) : 0;
  const bool is_specific = target.ends_with('a') || target.ends_with('f');
  if (architecture < form.target || (form.specific && !is_specific))
    return "the target sm_" + std::to_string(form.target) + (form.specific ? "a" : "");
  return "";
}

std::string shown(const Instruction& instruction) {
  std::string opcode;
  for (const std::string_view word : instruction.words)
    opcode += (opcode.empty() ? "" : ".") + std::string(word);
  return "'" + opcode + "'";
}

}  // namespace

std::span<const Form> all_forms() {
  return forms;
}

Form with_needs(Form form, std::span<const std::string_view> words) {
  for (const auto& [word, version, target] : needs) {
    if (std::ranges::find(words, word) == words.end()) continue;
    form.version = std::max(form.version, version);
    form.target = std::max(form.target, target);
  }
  return form;
}

std::vector<FormWord> words_of(const Form& form) {
  std::vector<FormWord> words;
  bool in_brackets = false;
  for (std::string_view text : parts_of(form.words, ' ')) {
    in_brackets = in_brackets || text.starts_with('(');
    const bool ends = text.ends_with(')');
    text = text.substr(text.starts_with('(') ? 1 : 0);
    if (ends) text.remove_suffix(1);
    FormWord word{{}, text.ends_with('?'), in_brackets};
    if (word.optional) text.remove_suffix(1);
    for (const std::string_view part : parts_of(text, '|')) {
      const auto* const list = std::ranges::find(lists, part, &List::name);
      const auto alternatives = parts_of(list == std::end(lists) ? part : list->words, '|');
      word.alternatives.insert(word.alternatives.end(), alternatives.begin(), alternatives.end());
    }
    words.push_back(std::move(word));
    in_brackets = in_brackets && !ends;
  }
  return words;
}

std::vector<std::string_view> patterns_of(const Form& form) {
  return parts_of(form.operands, ',');
}

bool is_form(std::span<const std::string_view> words) {
  return std::ranges::any_of(forms_of(words.front()),
                             [&](const Read& read) { return matches(read.words, words); });
}

void require_form(const Instruction& instruction, const Module& module) {
  std::size_t least = std::numeric_limits<std::size_t>::max();
  std::size_t most = 0;
  std::string lacks;
  for (const Read& read : forms_of(instruction.words.front())) {
    if (!matches(read.words, instruction.words) || !has_shapes(read, instruction)) continue;
    // Operands of sparse products only.
    const auto absent = static_cast<std::size_t>(std::ranges::count(instruction.words, "sp") == 0
                                                     ? std::ranges::count(read.operands, "[sp]")
                                                     : 0);
    const std::size_t count = instruction.operands.size() + absent;
    if (count >= read.least && count <= read.most) {
      lacks = lack_of(with_needs(*read.form, instruction.words), module);
      if (lacks.empty()) return;
    }
    least = std::min(least, read.least - absent);
    most = std::max(most, read.most - absent);
  }
  if (!lacks.empty())
    throw PtxError(instruction.line, "the instruction " + shown(instruction) + " needs " + lacks);
  if (most < least) {
    throw PtxError(instruction.line,
                   "the executor does not have the instruction " + shown(instruction));
  }
  throw PtxError(instruction.line, shown(instruction) + " takes " + std::to_string(least) +
                                       (least == most ? "" : " to " + std::to_string(most)) +
                                       " operands, has " +
                                       std::to_string(instruction.operands.size()));
}

}  // namespace layoutcheck::gpu::ptx
