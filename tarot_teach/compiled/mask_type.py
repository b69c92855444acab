"""Masks of cards in compiled code: whole numbers of 128 bits, with the functions of :mod:`tarot_teach.masks` as single instructions."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba import types
from numba.core.datamodel.models import IntegerModel
from numba.core.datamodel.registry import register_default
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.cpython import numbers
from numba.extending import lower_builtin
from numba.np.numpy_support import FROM_DTYPE

from tarot_teach import masks

_WORD, _WIDE, _DEFINED = ir.IntType(64), ir.IntType(128), ir.Constant(ir.IntType(1), 0)
_PAIR = ir.ArrayType(_WORD, 2)


class _Mask(types.Integer):
    """The type of masks. Numbers are not made masks by themselves."""


MASK, INT = _Mask("V16", 128, signed=False), types.int64
FROM_DTYPE[np.dtype("V16")] = MASK  # type: ignore[index]


@register_default(_Mask)
class _MaskModel(IntegerModel):
    """A mask in a record is two words, which need not lie at a multiple of 16 bytes."""

    def get_data_type(self) -> Any:
        return _PAIR

    def as_data(self, builder: Any, value: Any) -> Any:
        pair = builder.insert_value(ir.Constant(_PAIR, ir.Undefined), builder.trunc(value, _WORD), 0)
        return builder.insert_value(pair, _high_word(builder, value), 1)

    def from_data(self, builder: Any, value: Any) -> Any:
        low, high = (builder.zext(builder.extract_value(value, i), _WIDE) for i in range(2))
        return builder.or_(low, builder.shl(high, ir.Constant(_WIDE, 64)))


def _high_word(builder: Any, mask: Any) -> Any:
    return builder.trunc(builder.lshr(mask, ir.Constant(_WIDE, 64)), _WORD)


def _instruction(
    function: Callable[..., Any], result: Any, operands: tuple[Any, ...], lower: Callable[..., Any]
) -> None:
    """Compile a function of such operands by ``lower``, which gets numba's context, an IR builder, the signature and the values."""
    call: Any = signature(result, *operands)  # type: ignore[no-untyped-call]
    template: Any = infer_global(function)  # type: ignore[no-untyped-call]
    template(type(function.__name__, (ConcreteTemplate,), {"key": function, "cases": [call]}))
    build: Any = lower_builtin(function, *operands)  # type: ignore[no-untyped-call]
    build(lower)


def _built(build: Callable[..., Any]) -> Callable[..., Any]:
    return lambda _context, builder, _signature, values: build(builder, *values)


def _index(builder: Any, found: Any) -> Any:
    return builder.trunc(found, _WORD)


def _above(builder: Any, mask: Any, index: Any) -> Any:
    return builder.and_(mask, builder.shl(_WIDE(-1), builder.zext(builder.add(index, _WORD(1)), _WIDE)))


def _nth(builder: Any, mask: Any, number: Any) -> Any:
    """The index of the bit that has ``number`` lower ones: in the right word, by the one instruction of x86 for it."""
    low, high = builder.trunc(mask, _WORD), _high_word(builder, mask)
    below = builder.ctpop(low)
    above = builder.icmp_signed(">=", number, below)
    rest = builder.sub(number, builder.select(above, below, ir.Constant(_WORD, 0)))
    deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(_WORD, (_WORD, _WORD)))
    bit = builder.call(deposit, (builder.shl(ir.Constant(_WORD, 1), rest), builder.select(above, high, low)))
    return builder.add(
        builder.cttz(bit, _DEFINED), builder.select(above, ir.Constant(_WORD, 64), ir.Constant(_WORD, 0))
    )


for _operator, _operands, _lower in (
    (operator.and_, (MASK, MASK), numbers.int_and_impl),
    (operator.iand, (MASK, MASK), numbers.int_and_impl),
    (operator.or_, (MASK, MASK), numbers.int_or_impl),
    (operator.ior, (MASK, MASK), numbers.int_or_impl),
    (operator.lshift, (MASK, INT), numbers.int_shl_impl),
    (operator.rshift, (MASK, INT), numbers.int_shr_impl),
    (operator.invert, (MASK,), numbers.int_invert_impl),
):
    _instruction(_operator, MASK, _operands, _lower)
for _same, _sign in ((operator.eq, "=="), (operator.ne, "!=")):
    _compare = _built(lambda b, one, other, sign=_sign: b.icmp_unsigned(sign, one, other))
    _instruction(_same, types.boolean, (MASK, MASK), _compare)
_instruction(operator.not_, types.boolean, (MASK,), _built(lambda b, mask: b.icmp_unsigned("==", mask, _WIDE(0))))
_instruction(masks.ones, INT, (MASK,), _built(lambda b, mask: _index(b, b.ctpop(mask))))
_instruction(masks.lowest, INT, (MASK,), _built(lambda b, mask: _index(b, b.cttz(mask, _DEFINED))))
_instruction(masks.highest, INT, (MASK,), _built(lambda b, mask: _index(b, b.sub(_WIDE(127), b.ctlz(mask, _DEFINED)))))
_instruction(masks.ones, INT, (INT,), _built(lambda b, number: b.ctpop(number)))
_instruction(masks.lowest, INT, (INT,), _built(lambda b, number: b.cttz(number, _DEFINED)))
_instruction(masks.highest, INT, (INT,), _built(lambda b, number: b.sub(_WORD(63), b.ctlz(number, _DEFINED))))
_instruction(masks.bit, MASK, (INT,), _built(lambda b, index: b.shl(_WIDE(1), b.zext(index, _WIDE))))
_instruction(masks.above, MASK, (MASK, INT), _built(_above))
_instruction(masks.others, MASK, (MASK,), _built(lambda b, mask: b.and_(mask, b.sub(mask, _WIDE(1)))))
_instruction(masks.wide, MASK, (INT,), _built(lambda b, number: b.zext(number, _WIDE)))
_instruction(masks.word, INT, (INT,), _built(lambda _builder, number: number))
_instruction(masks.word, INT, (MASK,), _built(_index))
HAS_NTH = llvm.get_host_cpu_features().get("bmi2", False)
"""Without the instruction, ``nth`` is compiled from its source."""
if HAS_NTH:
    _instruction(masks.nth, INT, (MASK, INT), _built(_nth))
